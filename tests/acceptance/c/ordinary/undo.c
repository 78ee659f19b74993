// A text of one line: "+TEXT" puts something at its end, "-NUMBER" cuts so many characters off, "u" undoes.
#include <assert.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TEXT_SIZE 32
#define DEPTH 4

struct history {
    char *texts[DEPTH];
    int count;
};

// Keeps a copy of the text; the oldest one makes room if need be.
static bool save(struct history *history, const char *text) {
    char *copy = malloc(strlen(text) + 1);
    if (copy == NULL) {
        return false;
    }
    strcpy(copy, text);
    if (history->count == DEPTH) {
        free(history->texts[0]); //=>         ;
        for (int i = 1; i < DEPTH; i++) {
            history->texts[i - 1] = history->texts[i];
        }
        history->count--;
    }
    history->texts[history->count++] = copy;
    return true;
}

static bool undo(struct history *history, char *text) {
    if (history->count == 0) {
        return false;
    }
    char *old = history->texts[--history->count];
    strcpy(text, old);
    free(old);
    return true;
}

static bool append(struct history *history, char *text, const char *more) {
    size_t length = strlen(text);
    if (length + strlen(more) >= TEXT_SIZE) { //=>     if (strlen(more) >= TEXT_SIZE) {
        return false;
    }
    if (!save(history, text)) {
        return false;
    }
    strcpy(text + length, more);
    return true;
}

static bool cut(struct history *history, char *text, const char *number) {
    size_t length = strlen(text);
    long count = strtol(number, NULL, 10);
    if (count < 1 || (size_t)count > length) {
        return false;
    }
    if (!save(history, text)) {
        return false;
    }
    text[length - (size_t)count] = '\0';
    return true;
}

int main(void) {
    struct history history = {.count = 0};
    char text[TEXT_SIZE] = "";
    char line[80];
    while (fgets(line, sizeof line, stdin) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        size_t before = strlen(text);
        bool done = false;
        if (line[0] == '+') {
            done = append(&history, text, line + 1);
            assert(!done || strlen(text) >= before);
        } else if (line[0] == '-') {
            done = cut(&history, text, line + 1);
            assert(!done || strlen(text) < before);
        } else if (line[0] == 'u') {
            done = undo(&history, text);
        }
        if (!done) {
            fprintf(stderr, "cannot be done\n");
        }
        assert(strlen(text) < TEXT_SIZE);
        assert(history.count >= 0 && history.count <= DEPTH);
    }
    puts(text);
    while (history.count > 0) {
        free(history.texts[--history.count]);
    }
    return 0;
}
