/* Union-find: an array of parents, with path halving and union by size. */
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);

static int find(int *parent, int x)
{
    while (parent[x] != x) {
        parent[x] = parent[parent[x]];
        x = parent[x];
    }
    return x;
}

static void unite(int *parent, unsigned *size, int x, int y)
{
    int t;

    x = find(parent, x);
    y = find(parent, y);
    if (x == y)
        return;
    if (size[x] > size[y]) {
        t = x;
        x = y;
        y = t;
    }
    parent[x] = y;
    size[y] += size[x];
}

int main(void)
{
    int n = __VERIFIER_nondet_int(), i, x, y, *parent;
    unsigned *size;

    if (n < 1 || n > 1000000)
        return 0;
    parent = malloc((size_t)n * sizeof *parent);
    size = malloc((size_t)n * sizeof *size);
    if (parent != NULL && size != NULL) {
        for (i = 0; i < n; i++) {
            parent[i] = i;
            size[i] = 1;
        }
        while (__VERIFIER_nondet_bool()) {
            x = __VERIFIER_nondet_int();
            y = __VERIFIER_nondet_int();
            if (x >= 0 && x < n && y >= 0 && y < n)
                unite(parent, size, x, y);
        }
        x = find(parent, n - 1);
        assert(parent[x] == x);
    }
    free(parent);
    free(size);
    return 0;
}
