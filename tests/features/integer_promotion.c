// Small types compute as int, mixed ones as the larger.
void feature(void) {
  unsigned char a = 200 + A; signed char b = (signed char)(C * 3); unsigned short c = 65000; T d = (T)B;
  unsigned u = 1; long l = -A;
  SEE(a + b); SEE(a * a); SEE((unsigned char)(a + a)); SEE(b - u > 0); SEE(l + u); SEE(~a); SEE(-c); SEE(a << 3); SEE(d + u > 0);
  SEE((b < u) + (l < u)); SEE((short)(c + a)); SEE(a / b + d % 7); SEE(b >> 1); SEE((d ^ a) & c);
}
