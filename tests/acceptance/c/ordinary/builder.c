// Joins its arguments, with their numbers, in a text that grows.
#include <assert.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LARGEST 100000

struct builder {
    char *text;
    size_t length;
    size_t room;
};

static bool reserve(struct builder *builder, size_t more) {
    if (more > LARGEST || builder->length > LARGEST - more) {
        return false;
    }
    size_t needed = builder->length + more + 1; //=>     size_t needed = builder->length + more;
    if (needed <= builder->room) {
        return true;
    }
    size_t room = builder->room == 0 ? 16 : builder->room;
    while (room < needed) {
        room *= 2;
    }
    char *text = realloc(builder->text, room);
    if (text == NULL) {
        return false;
    }
    builder->text = text;
    builder->room = room;
    return true;
}

static bool append(struct builder *builder, const char *text) {
    size_t length = strlen(text);
    if (!reserve(builder, length)) {
        return false;
    }
    memcpy(builder->text + builder->length, text, length + 1);
    builder->length += length;
    return true;
}

static bool append_char(struct builder *builder, char c) {
    char text[2] = {c, '\0'};
    return append(builder, text);
}

static bool append_int(struct builder *builder, int value) {
    char digits[12]; //=>     char digits[2];
    int length = snprintf(digits, sizeof digits, "%d", value);
    assert(length > 0 && length < (int)sizeof digits);
    return append(builder, digits);
}

static void release(struct builder *builder) {
    free(builder->text);
    builder->text = NULL;
    builder->length = 0;
    builder->room = 0;
}

static bool join(struct builder *builder, int count, char **words) {
    for (int i = 1; i < count; i++) {
        if (i > 1 && !append(builder, ", ")) {
            return false;
        }
        if (!append_int(builder, i) || !append_char(builder, ':') || !append(builder, words[i])) {
            return false;
        }
        assert(builder->length < builder->room);
    }
    return true;
}

int main(int argc, char **argv) {
    struct builder builder = {NULL, 0, 0};
    if (!join(&builder, argc, argv)) {
        fprintf(stderr, "too much\n");
        release(&builder);
        return 1;
    }
    if (builder.text != NULL) {
        assert(strlen(builder.text) == builder.length);
        puts(builder.text);
    }
    release(&builder);
    assert(builder.room == 0);
    return 0;
}
