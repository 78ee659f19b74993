// How many letters have to be put in, left out or changed to get from one word to another.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LONGEST 200

static int smallest(int a, int b, int c) {
    int smaller = a < b ? a : b;
    return smaller < c ? smaller : c;
}

static void fill_row(int *current, const int *previous, char letter, const char *word, size_t length) {
    for (size_t j = 1; j <= length; j++) {
        int change = previous[j - 1] + (word[j - 1] != letter);
        current[j] = smallest(previous[j] + 1, current[j - 1] + 1, change);
    }
}

// -1 if there is not enough memory.
static int distance(const char *from, const char *to) {
    size_t length = strlen(to);
    int *previous = malloc((length + 1) * sizeof *previous);
    int *current = malloc((length + 1) * sizeof *current);
    if (previous == NULL || current == NULL) { //=>     if (previous == NULL && current == NULL) {
        free(previous);
        free(current);
        return -1;
    }
    for (size_t j = 0; j <= length; j++) { //=>     for (size_t j = 0; j < length; j++) {
        previous[j] = (int)j;
    }
    for (size_t i = 0; from[i] != '\0'; i++) {
        current[0] = (int)i + 1;
        fill_row(current, previous, from[i], to, length);
        int *row = previous;
        previous = current;
        current = row;
    }
    int result = previous[length];
    free(previous);
    free(current);
    return result;
}

// The word that is nearest to the first; the first one if several are.
static int nearest(int count, char **words, int *best) {
    int found = -1;
    for (int i = 1; i < count; i++) {
        if (strlen(words[i]) > LONGEST) {
            continue;
        }
        int steps = distance(words[0], words[i]);
        if (steps < 0) {
            return -1;
        }
        int longer = (int)(strlen(words[i]) > strlen(words[0]) ? strlen(words[i]) : strlen(words[0]));
        assert(steps <= longer);
        assert(steps > 0 || strcmp(words[0], words[i]) == 0);
        if (found < 0 || steps < *best) {
            found = i;
            *best = steps;
        }
    }
    return found;
}

int main(int argc, char **argv) {
    if (argc < 3) {
        fprintf(stderr, "usage: nearest WORD CANDIDATE...\n");
        return 2;
    }
    if (strlen(argv[1]) > LONGEST) {
        fprintf(stderr, "too long\n");
        return 2;
    }
    int best;
    int found = nearest(argc - 1, argv + 1, &best);
    if (found < 0) {
        fprintf(stderr, "nothing found\n");
        return 1;
    }
    assert(found < argc - 1);
    assert(best >= 0 && best <= LONGEST);
    printf("%s, %d steps away\n", argv[found + 1], best);
    return 0;
}
