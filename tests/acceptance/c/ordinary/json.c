// Reads a value of a part of JSON (numbers, texts without escapes, lists, null) into a tree, measures it and frees it.
#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEEPEST 20

enum kind { NOTHING, NUMBER, STRING, LIST };

struct value {
    enum kind kind;
    int number;
    char *string;
    struct value *first;
    struct value *next;
};

static void destroy(struct value *value) {
    while (value != NULL) {
        struct value *next = value->next;
        destroy(value->first);
        free(value->string);
        free(value);
        value = next;
    }
}

static void skip(const char **text) {
    while (**text == ' ' || **text == '\n' || **text == '\t') {
        ++*text;
    }
}

static int read_number(const char **text) {
    int number = 0;
    while (isdigit((unsigned char)**text)) {
        if (number < 1000000) {
            number = number * 10 + (**text - '0');
        }
        ++*text;
    }
    return number;
}

static char *read_string(const char **text) {
    const char *end = strchr(*text + 1, '"');
    if (end == NULL) {
        return NULL;
    }
    size_t length = (size_t)(end - *text) - 1;
    char *string = malloc(length + 1);
    if (string == NULL) { //=>     if (length == 0) {
        return NULL;
    }
    memcpy(string, *text + 1, length);
    string[length] = '\0';
    *text = end + 1;
    return string;
}

static struct value *read_value(const char **text, int depth) {
    skip(text);
    struct value *value = calloc(1, sizeof *value);
    if (value == NULL || depth > DEEPEST) {
        free(value);
        return NULL;
    }
    if (isdigit((unsigned char)**text)) {
        value->kind = NUMBER;
        value->number = read_number(text);
        return value;
    }
    if (**text == '"') {
        value->kind = STRING;
        value->string = read_string(text);
        if (value->string != NULL) {
            return value;
        }
    } else if (strncmp(*text, "null", 4) == 0) {
        *text += 4;
        return value;
    } else if (**text == '[') {
        value->kind = LIST;
        struct value **last = &value->first;
        do {
            ++*text;
            *last = read_value(text, depth + 1);
            if (*last == NULL) {
                destroy(value); //=>                 free(value);
                return NULL;
            }
            last = &(*last)->next;
            skip(text);
        } while (**text == ',');
        if (**text == ']') {
            ++*text;
            return value;
        }
    }
    destroy(value);
    return NULL;
}

static int depth_of(const struct value *value) {
    int deepest = 0;
    for (const struct value *child = value->first; child != NULL; child = child->next) {
        assert(value->kind == LIST);
        int depth = depth_of(child);
        if (depth > deepest) {
            deepest = depth;
        }
    }
    return deepest + 1;
}

int main(int argc, char **argv) {
    if (argc != 2) {
        return 2;
    }
    const char *text = argv[1];
    struct value *value = read_value(&text, 1);
    if (value == NULL) {
        fprintf(stderr, "no value\n");
        return 1;
    }
    if (value->kind == STRING) {
        assert(value->string != NULL);
        assert(strlen(value->string) < strlen(argv[1]));
    }
    printf("%d deep, first number %d\n", depth_of(value), value->kind == NUMBER ? value->number : 0);
    destroy(value);
    return 0;
}
