// rmt: check --check deref => unsafe (not natively)
// A constant whose address is looked at as a number is one all the same.
const int limit = 3;

int main(void) {
  unsigned long at = (unsigned long)&limit;
  int *to = (int *)(at & ~1ul);
  *to = 4; //~ invalid write: to a constant
}
