// rmt: check => safe
// The length of an array may be any expression: it has the value that it has where the array is declared.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS = 3 };

struct list {
  int n;
  struct list *next;
};

static int step(int *p) {
  *p += 1;
  return *p;
}

static int columns(int n, int rows[][n << 1]) {
  return sizeof rows[0] / sizeof(int);
}

int main(void) {
  int n = 2;
  char a[step(&n) + 1];
  assert(sizeof a == 4 && n == 3); //=> assert(sizeof a == 3 && n == 3);
  char b[n++];
  assert(sizeof b == 3 && n == 4); //=> assert(sizeof b == 3 && n == 3);
  struct list last = {5, 0}, first = {4, &last};
  char c[first.next->n * WORDS];
  c[14] = 0; //=> c[15] = 0;
  {
    long n = 7;
    char d[n > 5 ? n << 1 : (int)sizeof(last)];
    assert(sizeof d == 14); //=> assert(sizeof d == 8);
  }
  typedef char row[n & 6];
  n = 9;
  row r;
  assert(sizeof r == 4); //=> assert(sizeof r == 0);
  assert(sizeof(int[n - 1][2]) == 64);
  int m[2][n << 1];
  assert(columns(n, m) == 18); //=> assert(columns(n, m) == 9);
  char e[abs(n - 12)], f[strlen("abc") + 1], g[(unsigned char)n | 6];
  e[2] = f[3] = g[14] = 0; //=> e[3] = f[3] = g[14] = 0;
  return c[14] + e[2];
}
