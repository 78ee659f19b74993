// rmt: check --check deref => unsafe (not natively)
struct pair { int free; const int fixed; };

void set(int *to) { *to = 1; } //~ invalid write: to a constant

int main(void) {
  struct pair p = {1, 2};
  set(&p.free);
  set((int *)&p.fixed);
  return p.fixed;
}
