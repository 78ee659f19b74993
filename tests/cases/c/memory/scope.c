// rmt: check --check deref => unsafe
int main(void) {
  int *p;
  {
    int x = 3;
    p = &x;
  }
  *p = 1;  //~ invalid write
  return 0;
}
