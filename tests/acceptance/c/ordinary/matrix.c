// Sums, products and transposes of matrices of small numbers whose size and contents come from outside.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

extern int nondet_int(void);

#define LIMIT 100

struct matrix {
    int rows;
    int columns;
    long *cells;
};

static struct matrix *create(int rows, int columns) {
    struct matrix *matrix = malloc(sizeof *matrix);
    if (matrix == NULL) {
        return NULL;
    }
    matrix->rows = rows;
    matrix->columns = columns;
    matrix->cells = calloc((size_t)rows * (size_t)columns, sizeof *matrix->cells);
    if (matrix->cells == NULL) {
        free(matrix);
        return NULL;
    }
    return matrix;
}

static void destroy(struct matrix *matrix) {
    if (matrix != NULL) { //=>     {
        free(matrix->cells);
        free(matrix);
    }
}

static long get(const struct matrix *matrix, int row, int column) {
    assert(row >= 0 && row < matrix->rows);
    assert(column >= 0 && column < matrix->columns);
    return matrix->cells[row * matrix->columns + column];
}

static void set(struct matrix *matrix, int row, int column, long value) {
    assert(row >= 0 && row < matrix->rows && column >= 0 && column < matrix->columns);
    matrix->cells[row * matrix->columns + column] = value;
}

static int between(int low, int high) {
    int value = nondet_int();
    if (value < low) {
        return low;
    }
    return value > high ? high : value;
}

static void fill(struct matrix *matrix) {
    for (int row = 0; row < matrix->rows; row++) {
        for (int column = 0; column < matrix->columns; column++) {
            set(matrix, row, column, between(-LIMIT, LIMIT));
        }
    }
}

static struct matrix *transpose(const struct matrix *matrix) {
    struct matrix *result = create(matrix->columns, matrix->rows);
    if (result == NULL) {
        return NULL;
    }
    for (int row = 0; row < matrix->rows; row++) {
        for (int column = 0; column < matrix->columns; column++) {
            set(result, column, row, get(matrix, row, column)); //=>             set(result, row, column, get(matrix, row, column));
        }
    }
    return result;
}

static struct matrix *multiply(const struct matrix *left, const struct matrix *right) {
    if (left->columns != right->rows) {
        return NULL;
    }
    struct matrix *result = create(left->rows, right->columns);
    if (result == NULL) {
        return NULL;
    }
    for (int row = 0; row < left->rows; row++) {
        for (int column = 0; column < right->columns; column++) {
            long sum = 0;
            for (int i = 0; i < left->columns; i++) {
                sum += get(left, row, i) * get(right, i, column);
            }
            set(result, row, column, sum);
        }
    }
    return result;
}

int main(void) {
    int rows = between(1, 6);
    int columns = between(1, 6);
    struct matrix *a = create(rows, columns);
    if (a == NULL) {
        return 1;
    }
    fill(a);
    struct matrix *t = transpose(a);
    struct matrix *p = t == NULL ? NULL : multiply(a, t);
    if (p != NULL) {
        assert(p->rows == rows && p->columns == rows);
        printf("%ld\n", get(p, 0, rows - 1));
    }
    destroy(p);
    destroy(t);
    destroy(a);
    return 0;
}
