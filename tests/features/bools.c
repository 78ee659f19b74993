// _Bool holds whether something is not zero.
struct tag { _Bool flag; _Bool bit : 1; };
void feature(void) {
  _Bool a = B, b = C - C, c = 0.25;
  struct tag x = {A, A + 1};
  SEE(a); SEE(b); SEE(c); SEE(x.flag); SEE(x.bit); SEE(a + a); SEE(sizeof a); SEE(a++); SEE(a); SEE(b -= 1); SEE(!!B == a);
  SEE((_Bool)(unsigned char)256); SEE((unsigned char)(_Bool)256); SEE(x.bit = 4); SEE((_Bool)&x);
}
