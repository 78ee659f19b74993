// rmt: check --check none => rejected
static int chosen(void) { return 1; }
static void *resolve(void) { return chosen; }
int pick(void) __attribute__((ifunc("resolve"))); //~ the attribute `ifunc("resolve")` is not supported

int main(void) { return pick(); }
