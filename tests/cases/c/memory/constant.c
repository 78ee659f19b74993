// rmt: check --check deref => unsafe
static const struct limits { int low, high; } limits[2] = {{1, 2}, {3, 4}};
static int *const fixed = (int *)&limits[1].high;
static const int *moving = &limits[0].low;

int main(void) {
  moving = &limits[1].low;
  if (*moving != 3 || limits[1].high != 4) return 1;
  *fixed = 5;  //~ invalid write: to a constant or a string literal
  return 0;
}
