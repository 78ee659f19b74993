// typeof, statement expressions, and the address of a containing structure.
#define LARGER(a, b) ({ __typeof__(a) a_ = (a), b_ = (b); a_ > b_ ? a_ : b_; })
#define AROUND(p, type, member) ((type *)((char *)(p) - __builtin_offsetof(type, member)))
struct tag { int before; T member; int after[2]; };
void feature(void) {
  struct tag x = {A, (T)B, {C, 5}};
  T *p = &x.member; int *q = &x.after[1];
  SEE(LARGER(B, C)); SEE(LARGER(LARGER(A, 2), C)); SEE(AROUND(p, struct tag, member)->before);
  SEE(AROUND(q, struct tag, after[1])->member); __typeof__(x.after[0]) y = 1000 * A; SEE(y);
}
