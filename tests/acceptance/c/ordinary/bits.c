// Packs numbers of 1 to 16 bits close together, and unpacks them again; a line has a number and how many bits it gets.
#include <assert.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#define SIZE 8
#define MAX_FIELDS 20

struct field {
    unsigned value;
    unsigned bits;
};

struct stream {
    unsigned char *bytes;
    unsigned at;
    unsigned end;
};

static bool put(struct stream *stream, const struct field *field) {
    if (field->bits > 8 * SIZE - stream->at) { //=>     if (stream->at >= 8 * SIZE) {
        return false;
    }
    for (unsigned i = field->bits; i > 0; i--) {
        unsigned char *byte = &stream->bytes[stream->at / 8];
        unsigned shift = 7 - stream->at % 8;
        if (shift == 7) { //=>         if (stream->at == 0) {
            *byte = 0;
        }
        if (field->value >> (i - 1) & 1) {
            *byte |= (unsigned char)(1u << shift);
        }
        stream->at++;
    }
    stream->end = stream->at;
    return true;
}

static unsigned get(struct stream *stream, unsigned bits) {
    unsigned value = 0;
    for (unsigned i = 0; i < bits; i++) {
        assert(stream->at < stream->end);
        unsigned bit = stream->bytes[stream->at / 8] >> (7 - stream->at % 8) & 1;
        value = value << 1 | bit;
        stream->at++;
    }
    return value;
}

static bool read_field(struct field *field) {
    char line[32];
    if (fgets(line, sizeof line, stdin) == NULL) {
        return false;
    }
    char *end;
    long value = strtol(line, &end, 10);
    long bits = strtol(end, NULL, 10);
    if (bits < 1 || bits > 16 || value < 0 || value >= 1L << bits) {
        return false;
    }
    field->value = (unsigned)value;
    field->bits = (unsigned)bits;
    return true;
}

int main(void) {
    struct field fields[MAX_FIELDS];
    struct stream stream = {malloc(SIZE), 0, 0};
    if (stream.bytes == NULL) {
        return 1;
    }
    int count = 0;
    while (count < MAX_FIELDS && read_field(&fields[count])) {
        if (!put(&stream, &fields[count])) {
            fprintf(stderr, "full\n");
            break;
        }
        count++;
    }
    assert(stream.end <= 8 * SIZE);
    for (unsigned i = 0; 8 * i < stream.end; i++) {
        printf("%02x", (unsigned)stream.bytes[i]);
    }
    printf("\n");
    stream.at = 0;
    for (int i = 0; i < count; i++) {
        unsigned value = get(&stream, fields[i].bits);
        assert(value == fields[i].value);
    }
    assert(stream.at == stream.end);
    free(stream.bytes);
    return 0;
}
