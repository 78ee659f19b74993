// rmt: check --check deref => unsafe
int main(void) {
  int *p = 0;
  *p;  //~ invalid read
  return 0;
}
