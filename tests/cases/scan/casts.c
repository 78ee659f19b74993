// rmt: scan
// What a pointer to anything is converted to is what callers pass.
#include <stdlib.h>
#include <string.h>

struct point {
  int x;
};
struct context {
  struct point *first, *second;
  void *user;
};

int callback(void *data) {
  struct context *c = data;
  return c->first->x;
}
int counted(void *data, int n) { return ((struct context *)data)->second->x + n; }
int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
int compare_texts(const void *a, const void *b) {
  const char *const *x = a, *const *y = b;
  return strcmp(*x, *y);
}
int of_member(struct context *c) {
  struct point *p = c->user;
  return p->x;
}
void *thread(void *arg) {
  struct context *c = (struct context *)arg;
  struct point *p = c->user;
  p->x = 3;
  free(c);
  return c->first; //~ likely freed memory
}
int bytes(void *p, size_t n) {
  unsigned char *b = p;
  int s = 0;
  for (size_t i = 0; i < n; i++) s += b[i];
  return s;
}
int checked(void *data) {
  struct context *c = data;
  if (c == NULL) return c->first->x; //~ certain null pointer
  return 0;
}

struct link {
  void *next;
  int n;
};
int sum(struct link *l) {
  int n = 0;
  for (struct link *p = l; p; p = p->next) n += p->n & 3;
  return n;
}
int last(struct link *l) {
  struct link *p = l;
  while (p && p->n) p = p->next;
  return l->n;
}
int numbers(void *p, int n) {
  int s = 0;
  for (int i = 0; i < n; i++) s ^= ((int *)p)[i];
  return s;
}
struct buffer {
  void *data;
  unsigned long len;
};
int end(struct buffer *b) {
  int *d = b->data;
  return b->len ? d[b->len - 1] : 0;
}
int fire(void *callback) {
  int (*f)(int) = callback;
  return f(1);
}
