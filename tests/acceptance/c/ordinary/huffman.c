// How many bits each letter of the input gets in Huffman's code, for the letters a to f.
#include <assert.h>
#include <stdio.h>
#include <string.h>

#define SYMBOLS 6
#define NODES (2 * SYMBOLS - 1)
#define MOST 10000
#define NONE (-1)

struct node {
    int weight;
    int parent;
    int left;
    int right;
};

struct tree {
    struct node nodes[NODES];
    int count;
};

static int add(struct tree *tree, int weight, int left, int right) {
    assert(tree->count < NODES);
    struct node *node = &tree->nodes[tree->count];
    node->weight = weight;
    node->parent = NONE;
    node->left = left;
    node->right = right;
    return tree->count++;
}

// The lightest node that has no parent and is not the other one.
static int lightest(const struct tree *tree, int other) {
    int found = NONE;
    for (int i = 0; i < tree->count; i++) {
        if (tree->nodes[i].parent != NONE || i == other) { //=>         if (tree->nodes[i].parent != NONE) {
            continue;
        }
        if (found == NONE || tree->nodes[i].weight < tree->nodes[found].weight) {
            found = i;
        }
    }
    return found;
}

static void build(struct tree *tree, const int *counts) {
    tree->count = 0;
    for (int i = 0; i < SYMBOLS; i++) {
        add(tree, counts[i] + 1, NONE, NONE);
    }
    for (;;) {
        int first = lightest(tree, NONE);
        int second = lightest(tree, first);
        if (second == NONE) {
            break;
        }
        int weight = tree->nodes[first].weight + tree->nodes[second].weight;
        int parent = add(tree, weight, first, second);
        tree->nodes[first].parent = parent;
        tree->nodes[second].parent = parent;
    }
}

static int bits(const struct tree *tree, int symbol) {
    int depth = 0;
    for (int i = symbol; tree->nodes[i].parent != NONE; i = tree->nodes[i].parent) {
        depth++;
    }
    return depth;
}

int main(void) {
    int counts[SYMBOLS] = {0};
    int letters = 0;
    int c;
    while (letters < MOST && (c = getchar()) != EOF) {
        if (c < 'a' || c >= 'a' + SYMBOLS) { //=>         if (c < 'a' || c > 'a' + SYMBOLS) {
            continue;
        }
        counts[c - 'a']++;
        letters++;
    }
    struct tree tree;
    build(&tree, counts);
    assert(tree.count == NODES);
    assert(tree.nodes[NODES - 1].weight == letters + SYMBOLS);
    for (int i = 0; i < SYMBOLS; i++) {
        int depth = bits(&tree, i);
        assert(depth >= 1 && depth < SYMBOLS);
        printf("%c: %d bits\n", 'a' + i, depth);
    }
    return 0;
}
