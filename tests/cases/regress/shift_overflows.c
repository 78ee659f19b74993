// rmt: check --check overflow => unsafe
int main(void) {
  int n = 3;
  for (int i = 0; i < 30; i++) n = n << 1; //~ signed integer overflow
  return n;
}
