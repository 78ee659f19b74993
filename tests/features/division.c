// Division goes toward zero, the remainder has the sign of the dividend.
void feature(void) {
  int a = B * 7 + 3, b = -(A + 1); unsigned u = a; T d = (T)(A + 2);
  SEE(a / b); SEE(a % b); SEE(-a / b); SEE(-a % b); SEE(-a / (A + 1)); SEE(-a % (A + 1)); SEE(u / 7); SEE(u % 7);
  SEE(a / d); SEE(-a % d); SEE((long)a * a / b); SEE(a / b * b + a % b == a);
}
