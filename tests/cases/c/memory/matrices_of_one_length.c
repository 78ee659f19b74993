// rmt: check => safe
// Several arrays of arrays whose lengths are the same variable, which does not change.
#include <assert.h>

static void transpose(int n, int from[n][n], int to[n][n]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) to[j][i] = from[i][j]; //=> for (int j = 0; j < n; j++) to[i][j] = from[i][j];
}

int main(void) {
  int n = 3;
  int a[n][n], b[n][n];
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) a[i][j] = i - 2 * j;
  transpose(n, a, b);
  int i = n / 2;
  assert(b[i][n - 1] == n - 1 - 2 * i);
  assert(sizeof a == n * n * sizeof(int) && sizeof b[0] == n * sizeof(int)); //=> assert(sizeof b[0] == n);
  return 0;
}
