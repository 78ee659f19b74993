// Inverts a matrix of floating-point numbers by elimination, with the largest pivot of each column.
#include <assert.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>

#define N 3
#define TINY 1e-9

struct system {
    double left[N][N];
    double right[N][N];
    int swaps;
};

static bool read(struct system *system) {
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++) {
            if (scanf("%lf", &system->left[i][j]) != 1) {
                return false;
            }
            if (!(fabs(system->left[i][j]) <= 1000.0)) {
                return false;
            }
            system->right[i][j] = i == j ? 1.0 : 0.0; //=>             if (i != j) system->right[i][j] = 0.0;
        }
    }
    system->swaps = 0;
    return true;
}

static int pivot_row(const struct system *system, int column) {
    int best = column;
    for (int i = column + 1; i < N; i++) {
        if (fabs(system->left[i][column]) > fabs(system->left[best][column])) {
            best = i;
        }
    }
    return best;
}

static void swap_rows(struct system *system, int a, int b) {
    if (a == b) {
        return;
    }
    for (int j = 0; j < N; j++) {
        double kept = system->left[a][j];
        system->left[a][j] = system->left[b][j];
        system->left[b][j] = kept;
        kept = system->right[a][j];
        system->right[a][j] = system->right[b][j];
        system->right[b][j] = kept;
    }
    system->swaps++;
}

static void eliminate(struct system *system, int row, int column) {
    double factor = system->left[row][column];
    for (int j = 0; j < N; j++) {
        system->left[row][j] -= factor * system->left[column][j];
        system->right[row][j] -= factor * system->right[column][j];
    }
}

static bool invert(struct system *system) {
    for (int column = 0; column < N; column++) {
        int row = pivot_row(system, column);
        assert(row >= column && row < N);
        double pivot = system->left[row][column];
        if (!(fabs(pivot) >= TINY)) { //=>         if (!(fabs(pivot) >= 0.0)) {
            return false;
        }
        assert(pivot != 0.0);
        swap_rows(system, row, column);
        for (int j = 0; j < N; j++) {
            system->left[column][j] /= pivot;
            system->right[column][j] /= pivot;
        }
        for (int i = 0; i < N; i++) {
            if (i != column) {
                eliminate(system, i, column);
            }
        }
    }
    return true;
}

int main(void) {
    struct system system;
    if (!read(&system)) {
        return 2;
    }
    if (!invert(&system)) {
        puts("singular");
        return 1;
    }
    assert(system.swaps >= 0 && system.swaps < N);
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++) {
            double value = system.right[i][j];
            printf("%8.3f%s", value > -TINY && value < TINY ? 0.0 : value, j == N - 1 ? "\n" : " ");
        }
    }
    return 0;
}
