// rmt: check --check deref => unsafe
// The block of a local ends where its function returns.
int *leave(void) {
  int local = 3;
  int *p = &local;
  return p;
}

int main(void) {
  int *p = leave();
  return *p; //~ invalid read
}
