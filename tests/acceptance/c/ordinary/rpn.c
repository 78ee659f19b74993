// Turns an expression such as "2*(3+4)-10" into reverse Polish notation with the shunting-yard method.
#include <assert.h>
#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LONGEST 500

struct yard {
    char *output;
    size_t length;
    char *stack;
    size_t height;
    int numbers;
    int operators;
};

static int rank(char c) {
    switch (c) {
    case '+':
    case '-':
        return 1;
    case '*':
    case '/':
        return 2;
    default:
        return 0;
    }
}

static void emit(struct yard *yard, char c) {
    yard->output[yard->length++] = c;
}

static void pop_operator(struct yard *yard) {
    char c = yard->stack[--yard->height];
    emit(yard, c);
    emit(yard, ' ');
    yard->operators++;
}

static bool close_group(struct yard *yard) {
    while (yard->height > 0 && yard->stack[yard->height - 1] != '(') { //=>     while (yard->stack[yard->height - 1] != '(') {
        pop_operator(yard);
    }
    if (yard->height == 0) {
        return false;
    }
    yard->height--;
    return true;
}

static bool convert(struct yard *yard, const char *text) {
    bool operand = false;
    for (; *text != '\0'; text++) {
        char c = *text;
        if (c == ' ') {
            continue;
        }
        if (isdigit((unsigned char)c) || c == '(') {
            if (operand) {
                return false;
            }
            if (c == '(') {
                yard->stack[yard->height++] = c;
                continue;
            }
            emit(yard, c);
            while (isdigit((unsigned char)text[1])) {
                text++;
                emit(yard, *text);
            }
            emit(yard, ' ');
            yard->numbers++;
            operand = true;
        } else if (c == ')') {
            if (!operand || !close_group(yard)) {
                return false;
            }
        } else {
            if (!operand || rank(c) == 0) {
                return false;
            }
            while (yard->height > 0 && rank(yard->stack[yard->height - 1]) >= rank(c)) {
                pop_operator(yard);
            }
            yard->stack[yard->height++] = c;
            operand = false;
        }
    }
    while (yard->height > 0) {
        if (yard->stack[yard->height - 1] == '(') {
            return false;
        }
        pop_operator(yard);
    }
    emit(yard, '\0');
    return operand;
}

int main(int argc, char **argv) {
    if (argc != 2) {
        return 2;
    }
    size_t length = strlen(argv[1]);
    if (length == 0 || length > LONGEST) {
        return 2;
    }
    struct yard yard = {.length = 0, .height = 0, .numbers = 0, .operators = 0};
    yard.output = malloc(2 * length + 1); //=>     yard.output = malloc(2 * length);
    yard.stack = malloc(length);
    int status = 1;
    if (yard.output != NULL && yard.stack != NULL) {
        if (convert(&yard, argv[1])) {
            assert(yard.height == 0);
            assert(yard.numbers == yard.operators + 1);
            puts(yard.output);
            status = 0;
        } else {
            fprintf(stderr, "no expression\n");
        }
        assert(yard.height <= length);
    }
    free(yard.stack);
    free(yard.output);
    return status;
}
