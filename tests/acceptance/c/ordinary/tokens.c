// Splits its argument into tokens: numbers, names, texts in quotes and signs.
#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum kind { END, NUMBER, NAME, TEXT, SIGN, ERROR };

struct token {
    enum kind kind;
    size_t start;
    size_t length;
    int value;
};

struct lexer {
    const char *input;
    size_t position;
};

static char peek(const struct lexer *lexer) {
    return lexer->input[lexer->position];
}

static void skip_space(struct lexer *lexer) {
    while (isspace((unsigned char)peek(lexer))) {
        lexer->position++;
    }
}

static struct token number(struct lexer *lexer) {
    struct token token = {NUMBER, lexer->position, 0, 0};
    while (isdigit((unsigned char)peek(lexer))) {
        int digit = peek(lexer) - '0';
        if (token.value > 99999999) { //=>         if (token.value > 999999999) {
            token.kind = ERROR;
        } else {
            token.value = token.value * 10 + digit;
        }
        lexer->position++;
    }
    token.length = lexer->position - token.start;
    return token;
}

static struct token name(struct lexer *lexer) {
    struct token token = {NAME, lexer->position, 0, 0};
    while (isalnum((unsigned char)peek(lexer)) || peek(lexer) == '_') {
        lexer->position++;
    }
    token.length = lexer->position - token.start;
    return token;
}

static struct token text(struct lexer *lexer) {
    struct token token = {TEXT, lexer->position, 0, 0};
    lexer->position++;
    while (peek(lexer) != '"' && peek(lexer) != '\0') { //=>     while (peek(lexer) != '"') {
        lexer->position++;
    }
    if (peek(lexer) == '"') {
        lexer->position++;
    } else {
        token.kind = ERROR;
    }
    token.length = lexer->position - token.start;
    return token;
}

static struct token next(struct lexer *lexer) {
    skip_space(lexer);
    char c = peek(lexer);
    if (c == '\0') {
        struct token token = {END, lexer->position, 0, 0};
        return token;
    }
    if (isdigit((unsigned char)c)) {
        return number(lexer);
    }
    if (isalpha((unsigned char)c) || c == '_') {
        return name(lexer);
    }
    if (c == '"') {
        return text(lexer);
    }
    struct token token = {strchr("+-*/()=,;", c) != NULL ? SIGN : ERROR, lexer->position, 1, 0};
    lexer->position++;
    return token;
}

int main(int argc, char **argv) {
    if (argc < 2) {
        return 2;
    }
    struct lexer lexer = {argv[1], 0};
    size_t length = strlen(argv[1]);
    for (;;) {
        size_t before = lexer.position;
        struct token token = next(&lexer);
        if (token.kind == END) {
            break;
        }
        assert(lexer.position > before);
        assert(token.start + token.length <= length);
        if (token.kind == NUMBER) {
            assert(token.value >= 0);
        }
        printf("%d at %zu, %zu characters\n", (int)token.kind, token.start, token.length);
    }
    assert(lexer.position == length);
    return 0;
}
