// A stack of values, each a whole number, a fraction or a text, that the words of the command line push and combine.
#include <assert.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEPTH 6
#define LARGEST 1000000L

enum kind { WHOLE, FRACTION, TEXT };

struct value {
    enum kind kind;
    union {
        long whole;
        double fraction;
        const char *text;
    } as;
};

struct stack {
    struct value values[DEPTH];
    int height;
};

static bool push(struct stack *stack, struct value value) {
    if (stack->height == DEPTH) {
        return false;
    }
    stack->values[stack->height++] = value;
    return true;
}

static bool pop(struct stack *stack, struct value *value) {
    if (stack->height == 0) { //=>     if (stack->height < 0) {
        return false;
    }
    *value = stack->values[--stack->height];
    return true;
}

static struct value whole(long number) {
    struct value value = {.kind = WHOLE, .as.whole = number};
    return value;
}

static struct value fraction(double number) {
    struct value value = {.kind = FRACTION, .as.fraction = number};
    return value;
}

static struct value text(const char *words) {
    struct value value = {.kind = TEXT, .as.text = words};
    return value;
}

static struct value parse(const char *word) {
    char *end;
    long number = strtol(word, &end, 10);
    if (end != word && *end == '\0' && number >= -LARGEST && number <= LARGEST) {
        return whole(number);
    }
    if (strchr(word, '.') != NULL) {
        return fraction(strtod(word, NULL));
    }
    return text(word);
}

static bool plus(struct stack *stack) {
    struct value right, left;
    if (!pop(stack, &right) || !pop(stack, &left)) {
        return false;
    }
    if (left.kind == TEXT || right.kind == TEXT) {
        return false;
    }
    if (left.kind == WHOLE && right.kind == WHOLE) {
        long sum = left.as.whole + right.as.whole;
        if (sum > LARGEST || sum < -LARGEST) { //=>         if (sum > LARGEST) {
            return false;
        }
        return push(stack, whole(sum));
    }
    double a = left.kind == WHOLE ? (double)left.as.whole : left.as.fraction;
    double b = right.kind == WHOLE ? (double)right.as.whole : right.as.fraction;
    return push(stack, fraction(a + b));
}

static void show(const struct value *value) {
    switch (value->kind) {
    case WHOLE:
        assert(value->as.whole >= -LARGEST && value->as.whole <= LARGEST);
        printf("%ld\n", value->as.whole);
        break;
    case FRACTION:
        printf("%g\n", value->as.fraction);
        break;
    case TEXT:
        assert(value->as.text != NULL);
        printf("%s\n", value->as.text);
        break;
    }
}

int main(int argc, char **argv) {
    struct stack stack = {.height = 0};
    for (int i = 1; i < argc; i++) {
        bool fine = strcmp(argv[i], "+") == 0 ? plus(&stack) : push(&stack, parse(argv[i]));
        if (!fine) {
            fprintf(stderr, "%s: cannot be done\n", argv[i]);
            return 1;
        }
        assert(stack.height > 0 && stack.height <= DEPTH);
    }
    for (int i = 0; i < stack.height; i++) {
        show(&stack.values[i]);
    }
    return 0;
}
