// rmt: check --check deref => unsafe
int main(void) {
  int *p = 0, y = 2;
  {
    int *q = &y;
    int x = 1;
    p = &x;
    *q = *p;
    goto out;
  }
out:
  *p = 1;  //~ invalid write
  return 0;
}
