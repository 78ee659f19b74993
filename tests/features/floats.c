// Numbers with fractions that binary holds.
struct tag { float f; double d; };
static double helper(double x, float y) { return x * 2 + y; }
void feature(void) {
  float f = B / 4.0f; double d = C * 0.5; struct tag x = {f, d}, y = x;
  SEE((int)(f * 4)); SEE((long)(d * 2)); SEE((int)helper(d, f)); SEE(f < d); SEE(y.d == d); SEE((int)-f); SEE((T)(A + 0.75));
  SEE((int)(x.f + y.d)); d += A; d /= 2; SEE((int)(d * 4)); SEE(!f); SEE(d ? 1 : 2); SEE((int)(1.5f * A));
}
