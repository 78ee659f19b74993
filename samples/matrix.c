// rmt check samples/matrix.c --bound 3: unsafe
/*
 * Multiplies matrices, and turns one over.
 *
 * The error: turning a matrix over swaps each pair twice.
 */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

#define N 3

struct matrix {
  int at[N][N];
};

static struct matrix product(const struct matrix *a, const struct matrix *b) {
  struct matrix c = {{{0}}};
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      for (int k = 0; k < N; k++)
        c.at[i][j] += a->at[i][k] * b->at[k][j];
  return c;
}

static void transpose(struct matrix *m) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      int kept = m->at[i][j];
      m->at[i][j] = m->at[j][i];
      m->at[j][i] = kept;
    }
}

int main(void) {
  struct matrix one = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  struct matrix m, same;
  int corner = __VERIFIER_nondet_int();
  if (corner < -1000 || corner > 1000)
    return 0;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      m.at[i][j] = i * N + j;
  m.at[0][N - 1] = corner;
  same = product(&m, &one);
  assert(same.at[0][N - 1] == corner && same.at[N - 1][0] == (N - 1) * N);
  transpose(&m);
  assert(m.at[N - 1][0] == corner);
  assert(m.at[0][1] == N && m.at[1][0] == 1);
  return 0;
}
