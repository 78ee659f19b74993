// Breaks the standard input into lines of a width that the first argument gives.
#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WIDEST 60
#define NARROWEST 10

struct line {
    char text[WIDEST + 1];
    int length;
    int width;
    unsigned long printed;
};

static void flush(struct line *line) {
    if (line->length > 0) {
        assert(line->length <= line->width);
        line->text[line->length] = '\0';
        puts(line->text);
        line->printed++;
    }
    line->length = 0;
}

static void add_word(struct line *line, const char *word, int length) {
    int needed = line->length > 0 ? line->length + 1 + length : length;
    if (needed > line->width) { //=>     if (line->length + length > line->width) {
        flush(line);
    }
    if (line->length > 0) {
        line->text[line->length++] = ' ';
    }
    memcpy(line->text + line->length, word, (size_t)length);
    line->length += length;
}

// Reads a word of at most so many characters; longer ones come in pieces. 0 at the end of the input.
static int read_word(char *word, int most) {
    int c = getchar();
    while (c != EOF && isspace(c)) {
        c = getchar();
    }
    int length = 0;
    while (c != EOF && !isspace(c)) {
        word[length++] = (char)c;
        if (length == most) { //=>         if (length > most) {
            break;
        }
        c = getchar();
    }
    return length;
}

static int parse_width(const char *text) {
    char *end;
    long value = strtol(text, &end, 10);
    if (end == text || *end != '\0' || value < NARROWEST || value > WIDEST) {
        return -1;
    }
    return (int)value;
}

int main(int argc, char **argv) {
    struct line line = {.length = 0, .width = 40, .printed = 0};
    char word[WIDEST];
    if (argc > 1) {
        line.width = parse_width(argv[1]);
        if (line.width < 0) {
            fprintf(stderr, "a width is from %d to %d\n", NARROWEST, WIDEST);
            return 2;
        }
    }
    int length;
    while ((length = read_word(word, line.width)) > 0) {
        assert(length <= line.width);
        add_word(&line, word, length);
    }
    flush(&line);
    assert(line.length == 0);
    fprintf(stderr, "%lu lines\n", line.printed);
    return 0;
}
