// rmt: scan
// Callees are followed into other files that are scanned; what no header declares is looked at with its callers.
#include <stdlib.h>
#include "table.h"

int quotient(int n);
int remainder_of(int n);

int halves(struct table *t) { return quotient(t->count + 1); }
int parts(int n) { return n > 3 ? 0 : remainder_of(n); }
int made(void) {
  struct table *t = table_make(4);
  if (!t) return 1;
  int n = t->count == 4 ? 0 : *(int *)0;
  table_drop(t);
  return n;
}
int lost(void) {
  struct table *t = table_make(4);
  if (!t) return 1;
  return t->count;
}
int twice(struct table *t) {
  table_drop(t);
  return t->count; //~ likely freed memory
}
static int helper(int n) { return 10 / n; }
static int callback(int n) { return 10 / n; } //~ likely division by zero
int five(void) {
  int (*f)(int) = helper;
  return f(5);
}
void on(int (*f)(int));
void listen(void) {
  int (*f)(int);
  f = callback;
  on(f);
}
// file: table.h
#include <stddef.h>
struct table {
  int *cells;
  int count;
};
struct table *table_make(int count);
void table_drop(struct table *t);
// file: table.c
#include <stdlib.h>
#include "table.h"
struct table *table_make(int count) {
  struct table *t = malloc(sizeof *t); //~ likely memory is leaked
  if (!t) return NULL;
  t->cells = malloc(count * sizeof(int));
  if (!t->cells) {
    free(t);
    return NULL;
  }
  t->count = count;
  return t;
}
void table_drop(struct table *t) {
  free(t->cells);
  free(t);
}
// file: numbers.c
int quotient(int n) { return 100 / n; }
int remainder_of(int n) { return 100 % n; } //~ likely division by zero
static int even(int n);
int odd(int n) { return n <= 0 ? 0 : even(n - 1); }
static int even(int n) { return n <= 0 ? 1 : odd(n - 1); }
