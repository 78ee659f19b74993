// rmt: check --check none => safe
// clang calls what has no name after its place, as line markers say, and a part of a place stays until another comes.
# 1 "first.h" 1
void __VERIFIER_assert(int);
struct first { union { int a; char b[4]; }; struct { int x; } c; };
typedef struct { int y; } named;
# 20 "second.h" 1
struct second { union { int a; char b[4]; }; struct { int x, z; } c; };
static struct { int one; } small; static struct { long one, two; } large;
# 2 "main.c" 2
int main(void) {
  struct first first = {{7}, {8}};
  struct second second = {{7}, {8, 9}};
  struct { short p, q; } local = {1, 2};
  named n = {3};
  small.one = 1, large.two = 2;
  __VERIFIER_assert(sizeof first == 8 && sizeof second == 12 && sizeof small == 4);  //=> __VERIFIER_assert(sizeof first == 4);
  __VERIFIER_assert(sizeof large == 16 && sizeof local == 4);  //=> __VERIFIER_assert(sizeof large == 4);
  __VERIFIER_assert(first.a + first.c.x + second.c.z + local.q + n.y + small.one + large.two == 32);  //=> __VERIFIER_assert(second.c.z == 8);
  return 0;
}
