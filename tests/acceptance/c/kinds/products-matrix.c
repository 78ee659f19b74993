/* Transpose a matrix that lies row by row in one block. */
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static void transpose(const int *m, int *t, int rows, int cols)
{
    int i, j;

    for (i = 0; i < rows; i++)
        for (j = 0; j < cols; j++)
            t[j * rows + i] = m[i * cols + j];
}

int main(void)
{
    int rows = __VERIFIER_nondet_int(), cols = __VERIFIER_nondet_int(), i, j, *m, *t;
    size_t bytes;

    if (rows < 1 || rows > 10000 || cols < 1 || cols > 10000)
        return 0;
    bytes = (size_t)rows * (size_t)cols * sizeof *m;
    m = malloc(bytes);
    t = malloc(bytes);
    if (m != NULL && t != NULL) {
        for (i = 0; i < rows * cols; i++)
            m[i] = __VERIFIER_nondet_int();
        transpose(m, t, rows, cols);
        i = __VERIFIER_nondet_int();
        j = __VERIFIER_nondet_int();
        if (i >= 0 && i < rows && j >= 0 && j < cols)
            assert(t[j * rows + i] == m[i * cols + j]);
    }
    free(m);
    free(t);
    return 0;
}
