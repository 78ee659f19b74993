// rmt: check --check none => safe
// Functions that the program does not define and that are called as some of the library, but take other arguments.
void __VERIFIER_assert(int);
extern int time(void);
struct device { int state; };
extern int read(struct device *);

int main(void) {
  struct device device = {1};
  int now = time();
  __VERIFIER_assert(read(&device) || device.state == 1);  //=> (not natively) __VERIFIER_assert(read(&device));
  __VERIFIER_assert(now < 0 || device.state == 1);  //=> (not natively) __VERIFIER_assert(now > 0);
  return 0;
}
