// rmt: check --check deref --bound 2 => unsafe (not natively)
int main(void) {
  int *p = 0;
  for (int i = 0; i < 2; i++) {
    int x = i;
    if (p) *p = 1;  //~ invalid write
    p = &x;
  }
  return 0;
}
