// rmt: check --check deref --bound 2 => unsafe
int main(void) {
  int *p = 0;
  while (1) {
    int x = 1;
    p = &x;
    break;
  }
  return *p;  //~ invalid read
}
