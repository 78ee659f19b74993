// rmt: check --check deref => unsafe
int main(void) {
  char own[4] = "abc", *p = own;
  p[0] = 'x';
  p = "abc";
  p[0] = own[0];  //~ invalid write: to a constant or a string literal
  return 0;
}
