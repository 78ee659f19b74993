// Run-length coding: packs what it reads as pairs of a count and a byte, unpacks that and compares.
#include <assert.h>
#include <stdio.h>
#include <string.h>

#define SIZE 24
#define LONGEST_RUN 9

struct buffer {
    unsigned char bytes[2 * SIZE];
    size_t length;
};

static size_t run_length(const unsigned char *bytes, size_t size) {
    size_t length = 1;
    while (length < size && length < LONGEST_RUN && bytes[length] == bytes[0]) { //=>     while (length < LONGEST_RUN && bytes[length] == bytes[0]) {
        length++;
    }
    return length;
}

static void pack(const unsigned char *bytes, size_t size, struct buffer *packed) {
    packed->length = 0;
    for (size_t i = 0; i < size;) {
        size_t length = run_length(bytes + i, size - i);
        packed->bytes[packed->length] = (unsigned char)length;
        packed->bytes[packed->length + 1] = bytes[i];
        packed->length += 2;
        i += length;
    }
}

// How many bytes there are; 0 if they do not fit.
static size_t unpack(const struct buffer *packed, unsigned char *bytes, size_t size) {
    size_t to = 0;
    for (size_t i = 0; i + 1 < packed->length; i += 2) {
        size_t count = packed->bytes[i];
        if (count > size - to) {
            return 0;
        }
        memset(bytes + to, packed->bytes[i + 1], count);
        to += count;
    }
    return to;
}

static void show(const struct buffer *packed) {
    for (size_t i = 0; i < packed->length; i += 2) { //=>     for (size_t i = 0; i <= packed->length; i += 2) {
        assert(packed->bytes[i] >= 1 && packed->bytes[i] <= LONGEST_RUN);
        printf("%d x %d\n", packed->bytes[i], packed->bytes[i + 1]);
    }
}

// How many bytes of a hundred are saved; negative if the packed ones are more.
static int saved(const struct buffer *packed, size_t size) {
    if (size == 0) {
        return 0;
    }
    return 100 - (int)(packed->length * 100 / size);
}

static size_t longest(const struct buffer *packed) {
    size_t longest = 0;
    for (size_t i = 0; i < packed->length; i += 2) {
        if (packed->bytes[i] > longest) {
            longest = packed->bytes[i];
        }
    }
    return longest;
}

int main(void) {
    unsigned char input[SIZE];
    unsigned char output[SIZE];
    struct buffer packed;
    size_t size = fread(input, 1, SIZE, stdin);
    pack(input, size, &packed);
    assert(packed.length <= 2 * size);
    show(&packed);
    size_t length = unpack(&packed, output, SIZE);
    assert(length == size);
    assert(longest(&packed) <= LONGEST_RUN);
    printf("%d%% saved\n", saved(&packed, size));
    assert(memcmp(input, output, size) == 0);
    return 0;
}
