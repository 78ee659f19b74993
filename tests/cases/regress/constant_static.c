// rmt: check --check deref => unsafe (not natively)
void set(int *to) { *to = 1; } //~ invalid write: to a constant

int main(void) {
  static const int limit = 3;
  set((int *)&limit);
}
