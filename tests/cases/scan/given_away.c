// rmt: scan
// Functions of which nothing is known: they must not be given what was freed, and keep nothing that is constant to them.
#include <stdlib.h>

void print(const char *line);
void take(char *line);
void *store(const void *line);
void call(void (*f)(void));
static void nothing(void) {}

static char *line(void) {
  char *p = malloc(10); //~ likely memory is leaked
  if (p) p[0] = 0;
  return p;
}

int after(void) {
  char *p = line();
  if (!p) return 1;
  free(p);
  print(p); //~ likely freed memory
  return 0;
}
int before(void) {
  char *p = line();
  if (!p) return 1;
  print(p);
  free(p);
  call(nothing);
  return 0;
}
int behind(void) {
  char *p = line();
  if (!p) return 1;
  print(p + 10);
  free(p);
  print(NULL);
  return 0;
}
int lost(void) {
  char *p = line();
  if (!p) return 1;
  print(p);
  return 0;
}
int taken(void) {
  char *p = line();
  if (p) take(p);
  return 0;
}
int stored(void) {
  char *p = line();
  if (p) store(p);
  return 0;
}
int perhaps(char *p, int is_ours) {
  if (is_ours) free(p);
  print(p); //~ likely freed memory
  return 0;
}
struct pair {
  int a, b;
};
void show(const struct pair *p);
int shown(void) {
  struct pair *p = malloc(4 * sizeof *p);
  if (!p) return 1;
  p[0].a = p[0].b = 0;
  free(p);
  show(&p[0]); //~ likely freed memory
  return 0;
}
static void drop(char *p) { free(p); }
int dropped(void) {
  void (*f)(char *) = drop;
  char *p = line();
  f(p);
  return 0;
}
static void release(int *p) { free(p); }
void use(const int *p);
void given(int *p) {
  release(p);
  use(p); //~ likely freed memory
}
struct list;
void attach(struct list *l, const char *line);
const char *last_part(const char *line);
void line_free(const char *line);
int attached(struct list *l) {
  char *p = line();
  if (p) attach(l, p);
  return 0;
}
const char *part(void) {
  char *p = line();
  return p ? last_part(p) : NULL;
}
int released(void) {
  char *p = line();
  if (p) line_free(p);
  return 0;
}
