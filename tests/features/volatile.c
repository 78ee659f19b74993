// Volatile objects hold what was written last.
static volatile T state = B;
void feature(void) {
  volatile int x = C;
  SEE(state); state = A; SEE(state + x); x += state; SEE(x); SEE(state++); SEE(state);
  volatile T *p = &state;
  *p = (T)(B + 1);
  SEE(*p == state);
}
