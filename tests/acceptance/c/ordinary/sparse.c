// Adds two sparse vectors, each an argument such as "0:5 7:-2" with places that go up.
#include <assert.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#define LAST_PLACE 1000000
#define LARGEST 1000000
#define MAX_TERMS 1000

struct term {
    int place;
    int value;
};

struct vector {
    struct term *terms;
    size_t count;
};

static size_t count_terms(const char *text) {
    size_t count = 0;
    for (; *text != '\0'; text++) {
        if (*text == ':') {
            count++;
        }
    }
    return count;
}

static const char *read_number(const char *text, long lowest, long highest, int *result) {
    char *end;
    long value = strtol(text, &end, 10);
    if (end == text || value < lowest || value > highest) {
        return NULL;
    }
    *result = (int)value;
    return end;
}

static bool parse(struct vector *vector, const char *text) {
    size_t count = count_terms(text);
    if (count > MAX_TERMS) {
        return false;
    }
    vector->count = 0;
    vector->terms = malloc((count > 0 ? count : 1) * sizeof *vector->terms);
    if (vector->terms == NULL) {
        return false;
    }
    long last = -1;
    while (vector->count < count) {
        struct term *term = &vector->terms[vector->count];
        text = read_number(text, last + 1, LAST_PLACE, &term->place);
        if (text == NULL || *text != ':') {
            break;
        }
        text = read_number(text + 1, -LARGEST, LARGEST, &term->value);
        if (text == NULL) {
            break;
        }
        last = term->place;
        vector->count++;
    }
    if (vector->count == count && *text == '\0') {
        return true;
    }
    free(vector->terms); //=>     ;
    return false;
}

static void put(struct vector *vector, int place, int value) {
    assert(vector->count == 0 || vector->terms[vector->count - 1].place < place);
    if (value != 0) {
        vector->terms[vector->count].place = place;
        vector->terms[vector->count].value = value;
        vector->count++;
    }
}

static bool add(struct vector *sum, const struct vector *a, const struct vector *b) {
    size_t most = a->count + b->count;
    size_t i = 0;
    size_t j = 0;
    sum->count = 0;
    sum->terms = malloc((most + 1) * sizeof *sum->terms);
    if (sum->terms == NULL) {
        return false;
    }
    while (i < a->count && j < b->count) { //=>     while (i < a->count || j < b->count) {
        const struct term *left = &a->terms[i];
        const struct term *right = &b->terms[j];
        if (left->place < right->place) {
            put(sum, left->place, left->value);
            i++;
        } else if (left->place > right->place) {
            put(sum, right->place, right->value);
            j++;
        } else {
            put(sum, left->place, left->value + right->value);
            i++;
            j++;
        }
    }
    for (; i < a->count; i++) {
        put(sum, a->terms[i].place, a->terms[i].value);
    }
    for (; j < b->count; j++) {
        put(sum, b->terms[j].place, b->terms[j].value);
    }
    assert(sum->count <= most);
    return true;
}

int main(int argc, char **argv) {
    struct vector a, b, sum;
    if (argc != 3 || !parse(&a, argv[1])) {
        return 2;
    }
    if (!parse(&b, argv[2])) {
        free(a.terms);
        return 2;
    }
    bool done = add(&sum, &a, &b);
    free(a.terms);
    free(b.terms);
    if (!done) {
        return 1;
    }
    for (size_t i = 0; i < sum.count; i++) {
        assert(sum.terms[i].value != 0);
        printf("%d:%d\n", sum.terms[i].place, sum.terms[i].value);
    }
    free(sum.terms);
    return 0;
}
