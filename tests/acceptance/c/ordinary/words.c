// Counts lines, words and characters of the standard input, and how many words have which length.
#include <assert.h>
#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>

#define LONGEST 20
#define MOST 1000000UL

struct counts {
    unsigned long lines;
    unsigned long words;
    unsigned long characters;
    unsigned long lengths[LONGEST + 1]; //=>     unsigned long lengths[LONGEST];
};

static void end_word(struct counts *counts, unsigned long length) {
    if (length > LONGEST) {
        length = LONGEST;
    }
    counts->lengths[length]++;
    counts->words++;
}

static void count(struct counts *counts) {
    bool inside = false;
    unsigned long length = 0;
    int c;
    while (counts->characters < MOST && (c = getchar()) != EOF) {
        counts->characters++;
        if (c == '\n') {
            counts->lines++;
        }
        if (isspace(c)) {
            if (inside) {
                end_word(counts, length);
            }
            inside = false;
        } else {
            if (!inside) {
                length = 0;
            }
            inside = true;
            length++;
        }
    }
    if (inside) {
        end_word(counts, length);
    }
}

static unsigned long sum(const unsigned long *values, int count) {
    unsigned long result = 0;
    for (int i = 0; i < count; i++) {
        result += values[i];
    }
    return result;
}

static unsigned long average(const struct counts *counts) {
    if (counts->words == 0) { //=>     if (counts->lines == 0) {
        return 0;
    }
    return (counts->characters - counts->lines) / counts->words;
}

static void print_histogram(const struct counts *counts) {
    for (int length = 1; length <= LONGEST; length++) {
        if (counts->lengths[length] > 0) {
            printf("%2d: %lu\n", length, counts->lengths[length]);
        }
    }
}

int main(void) {
    struct counts counts = {0, 0, 0, {0}};
    count(&counts);
    assert(counts.lines <= counts.characters);
    assert(counts.words <= counts.characters);
    assert(counts.lengths[0] == 0);
    printf("%lu lines, %lu words, %lu characters\n", counts.lines, counts.words, counts.characters);
    printf("about %lu characters a word\n", average(&counts));
    if (sum(counts.lengths, LONGEST + 1) > 0) {
        print_histogram(&counts);
    }
    return 0;
}
