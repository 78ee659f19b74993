// The words of the command line in a trie of lower-case letters.
#include <assert.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#define LETTERS 26

struct node {
    struct node *children[LETTERS];
    bool word;
};

static struct node *create(void) {
    struct node *node = malloc(sizeof *node);
    if (node == NULL) {
        return NULL;
    }
    for (int i = 0; i < LETTERS; i++) { //=>     for (int i = 0; i < LETTERS - 1; i++) {
        node->children[i] = NULL;
    }
    node->word = false;
    return node;
}

static void destroy(struct node *node) {
    for (int i = 0; i < LETTERS; i++) {
        if (node->children[i] != NULL) {
            destroy(node->children[i]);
        }
    }
    free(node);
}

static bool is_word(const char *text) {
    if (*text == '\0') {
        return false;
    }
    for (; *text != '\0'; text++) {
        if (*text < 'a' || *text > 'z') { //=>         if (*text < 'a') {
            return false;
        }
    }
    return true;
}

// 1 if the word is new, 0 if it was there, -1 if there is no room.
static int insert(struct node *root, const char *text) {
    struct node *node = root;
    for (; *text != '\0'; text++) {
        int letter = *text - 'a';
        if (node->children[letter] == NULL) {
            node->children[letter] = create();
            if (node->children[letter] == NULL) {
                return -1;
            }
        }
        node = node->children[letter];
    }
    if (node->word) {
        return 0;
    }
    node->word = true;
    return 1;
}

static bool contains(const struct node *root, const char *text) {
    const struct node *node = root;
    for (; *text != '\0' && node != NULL; text++) {
        node = node->children[*text - 'a'];
    }
    return node != NULL && node->word;
}

static int count(const struct node *node, int limit) {
    int sum = node->word ? 1 : 0;
    for (int i = 0; i < LETTERS && sum < limit; i++) {
        if (node->children[i] != NULL) {
            sum += count(node->children[i], limit - sum);
        }
    }
    return sum;
}

int main(int argc, char **argv) {
    struct node *root = create();
    if (root == NULL) {
        return 1;
    }
    int words = 0;
    for (int i = 1; i < argc; i++) {
        if (!is_word(argv[i])) {
            fprintf(stderr, "%s is left out\n", argv[i]);
            continue;
        }
        int added = insert(root, argv[i]);
        if (added < 0) {
            fprintf(stderr, "no room\n");
            break;
        }
        words += added;
        assert(contains(root, argv[i]));
    }
    assert(!root->word);
    assert(count(root, 1000) <= 1000);
    printf("%d words\n", words);
    destroy(root);
    return 0;
}
