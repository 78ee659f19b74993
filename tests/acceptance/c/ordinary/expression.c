// Works out an expression of whole numbers given as an argument, such as "2 * (3 + 4) - 10 / 5".
#include <assert.h>
#include <ctype.h>
#include <stdio.h>

#define LARGEST 1000000000L
#define DEEPEST 50

enum status { FINE, SYNTAX, RANGE, DIVISION };

struct parser {
    const char *at;
    enum status status;
    int depth;
};

static long sum(struct parser *parser);

static long fail(struct parser *parser, enum status status) {
    if (parser->status == FINE) {
        parser->status = status;
    }
    return 0;
}

static long checked(struct parser *parser, long value) {
    if (value > LARGEST || value < -LARGEST) { //=>     if (value > LARGEST) {
        return fail(parser, RANGE);
    }
    return value;
}

static char look(struct parser *parser) {
    while (*parser->at == ' ') {
        parser->at++;
    }
    return *parser->at;
}

static long number(struct parser *parser) {
    long value = 0;
    while (isdigit((unsigned char)*parser->at)) {
        value = checked(parser, value * 10 + (*parser->at - '0'));
        parser->at++;
    }
    return value;
}

static long primary(struct parser *parser) {
    char c = look(parser);
    if (isdigit((unsigned char)c)) {
        return number(parser);
    }
    if (c == '-') {
        parser->at++;
        if (++parser->depth > DEEPEST) {
            return fail(parser, SYNTAX);
        }
        return -primary(parser);
    }
    if (c != '(') {
        return fail(parser, SYNTAX);
    }
    parser->at++;
    if (++parser->depth > DEEPEST) {
        return fail(parser, SYNTAX);
    }
    long value = sum(parser);
    if (look(parser) != ')') {
        return fail(parser, SYNTAX);
    }
    parser->at++;
    return value;
}

static long product(struct parser *parser) {
    long left = primary(parser);
    while (parser->status == FINE) {
        char c = look(parser);
        if (c != '*' && c != '/') {
            break;
        }
        parser->at++;
        long right = primary(parser);
        if (c == '*') {
            left = checked(parser, left * right);
        } else if (right == 0) { //=>         } else if (left == 0) {
            return fail(parser, DIVISION);
        } else {
            left /= right;
        }
    }
    return left;
}

static long sum(struct parser *parser) {
    long left = product(parser);
    while (parser->status == FINE) {
        char c = look(parser);
        if (c != '+' && c != '-') {
            break;
        }
        parser->at++;
        long right = product(parser);
        left = checked(parser, c == '+' ? left + right : left - right);
    }
    return left;
}

int main(int argc, char **argv) {
    if (argc != 2) {
        return 3;
    }
    struct parser parser = {argv[1], FINE, 0};
    long value = sum(&parser);
    if (parser.status == FINE && look(&parser) != '\0') {
        fail(&parser, SYNTAX);
    }
    if (parser.status != FINE) {
        assert(parser.status <= DIVISION);
        fprintf(stderr, "error %d at %s\n", (int)parser.status, parser.at);
        return 1;
    }
    assert(*parser.at == '\0');
    assert(value >= -LARGEST && value <= LARGEST);
    printf("%ld\n", value);
    return 0;
}
