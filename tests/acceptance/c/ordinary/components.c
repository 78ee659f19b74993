// Connects places by roads, and keeps with a union-find forest how many separate parts there are.
#include <assert.h>
#include <stdbool.h>
#include <stdio.h>

extern int nondet_int(void);

#define PLACES 6
#define ROADS 8

struct forest {
    int parent[PLACES];
    int size[PLACES];
    int parts;
};

static void init(struct forest *forest) {
    for (int i = 0; i < PLACES; i++) {
        forest->parent[i] = i;
        forest->size[i] = 1;
    }
    forest->parts = PLACES;
}

static bool is_place(int i) {
    return i >= 0 && i < PLACES; //=>     return i >= 0 && i <= PLACES;
}

static int root_of(struct forest *forest, int i) {
    while (forest->parent[i] != i) {
        forest->parent[i] = forest->parent[forest->parent[i]];
        i = forest->parent[i];
    }
    return i;
}

static bool connect(struct forest *forest, int from, int to) {
    int a = root_of(forest, from);
    int b = root_of(forest, to);
    if (a == b) { //=>     if (from == to) {
        return false;
    }
    if (forest->size[a] < forest->size[b]) {
        int other = a;
        a = b;
        b = other;
    }
    forest->parent[b] = a;
    forest->size[a] += forest->size[b];
    forest->parts--;
    return true;
}

static int count_roots(const struct forest *forest) {
    int roots = 0;
    for (int i = 0; i < PLACES; i++) {
        if (forest->parent[i] == i) {
            roots++;
        }
    }
    return roots;
}

int main(void) {
    struct forest forest;
    init(&forest);
    int useful = 0;
    for (int road = 0; road < ROADS; road++) {
        int from = nondet_int();
        int to = nondet_int();
        if (!is_place(from) || !is_place(to)) {
            continue;
        }
        if (connect(&forest, from, to)) {
            useful++;
            printf("%d - %d\n", from, to);
        }
        assert(root_of(&forest, from) == root_of(&forest, to));
        assert(forest.size[root_of(&forest, from)] <= PLACES);
    }
    assert(forest.parts == PLACES - useful);
    assert(forest.parts == count_roots(&forest));
    printf("%d parts, %s\n", forest.parts, forest.parts == 1 ? "connected" : "not connected");
    return 0;
}
