/* What every random program begins with: see generate_c.rs. */
void *memcpy(void *, const void *, unsigned long);
void *memmove(void *, const void *, unsigned long);
void *memset(void *, int, unsigned long);
unsigned long strlen(const char *);
void *malloc(unsigned long);
void free(void *);
struct in { short h; };
struct s {
  unsigned u; signed char c; long l; struct in in; unsigned f3 : 3; unsigned f9 : 9; int sf : 5; unsigned char arr[4];
};
enum e { E0, E1, E2, E3 } ge;
enum { WIDE = -5 };
union un { unsigned w; unsigned char b[4]; short h[2]; };
struct n { struct n *next; int d[2]; };
struct v {
  int kind;
  union { struct { unsigned short lo, hi; }; unsigned both; };
  _Bool flag : 1;
  long wide : 37;
  unsigned long rest : 20;
  int (*op)(int, int);
};
unsigned long gs;
__extension__ __int128 gq = 9;
__extension__ unsigned __int128 gw = 1;
unsigned gu = 7;
int gi = -3;
signed char gc = 100;
short gh = -200;
long gl = 1l << 40;
int ga[4] = {1, -2, 3};
unsigned short gus = 65530;
unsigned long gul = ~0ul;
char gch = 'x';
long long gll = -1;
static struct s *last;
static int add(int x, int y) { return x + y; }
static int mul(int x, int y) { return x * y; }
static int less(int x, int y) { return x < y; }
static int (*const ops[3])(int, int) = {add, mul, less};
struct v gv = {.kind = 2, .both = 0x10002, .wide = -9, .op = add};
static long f(long x, int y) {
  static unsigned calls;
  calls++;
  if (y < 0) return x / 2 + calls;
  gu += (unsigned)y;
  return (long)((unsigned long)x * 3 - (unsigned long)y);
}
static struct s mk(unsigned u, int l) {
  struct s r = {u, 1, l, {2}, 5, 17, -1, {1, 2, 3, 4}};
  return r;
}
static long sum(struct s x, int k) {
  x.u += k;
  return (long)x.u + x.c + x.in.h + x.f9 + x.arr[1];
}
static void swap(unsigned *x, unsigned *y) {
  unsigned z = *x;
  *x = *y, *y = z;
}
static unsigned rec(unsigned depth, unsigned *count) {
  ++*count;
  return depth == 0 ? 1 : rec(depth - 1, count) * 3 + depth;
}
static int odd(unsigned);
static int even(unsigned x) { return x == 0 || odd(x - 1); }
static int odd(unsigned x) { return x != 0 && even(x - 1); }
static int list(int length, int value) {
  struct n *head = 0;
  for (int i = 0; i < length; i++) {
    struct n *node = malloc(sizeof *node);
    if (!node) break;
    node->d[0] = value + i;
    node->next = head;
    head = node;
  }
  int total = 0;
  while (head) {
    struct n *next = head->next;
    total = total * 2 + head->d[0];
    free(head);
    head = next;
  }
  return total;
}
static const char *text[2] = {"abc", "xy\xff"};
int main(void) {
  unsigned lu = 5, lu2 = 77, *pu = &lu2, **ppu = &pu;
  int li = 9;
  signed char lc = -1;
  long ll = -12345678901l;
  unsigned a[4] = {4, 3, 2, 1};
  short m[2][4] = {{1}, {2, 3}};
  struct s s = {.u = 3, .in = {4}, .f9 = 300, .arr = {9, 8}}, t = s, *ps = &t, ss[2] = {{1}, {.l = -7}};
  union un un = {0x01020304};
  int (*op)(int, int) = add;
  _Bool lb = 2;
  struct n n[2] = {{&n[1], {1, 2}}, {&n[0], {3}}}, *pn = n;
  unsigned *pa = a;
  struct v v = {1, {{3, 4}}, 1, -5, 77, mul};
  static int kept[3] = {5, [2] = -6};
