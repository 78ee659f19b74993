// Reads the standard input as UTF-8, and says how many characters it has and which is the largest.
#include <assert.h>
#include <stdint.h>
#include <stdio.h>

#define SIZE 32

struct decoded {
    uint32_t point;
    size_t length; // 0: no character begins here
};

static int is_continuation(unsigned char byte) {
    return (byte & 0xC0) == 0x80;
}

static size_t expected_length(unsigned char first) {
    if (first < 0x80) {
        return 1;
    }
    if (first >= 0xC2 && first <= 0xDF) {
        return 2;
    }
    if (first >= 0xE0 && first <= 0xEF) {
        return 3;
    }
    return first >= 0xF0 && first <= 0xF4 ? 4 : 0;
}

static struct decoded decode(const unsigned char *bytes, size_t size) {
    static const unsigned char masks[] = {0, 0x7F, 0x1F, 0x0F, 0x07};
    static const uint32_t smallest[] = {0, 0, 0x80, 0x800, 0x10000};
    struct decoded result = {0, 0};
    size_t length = expected_length(bytes[0]);
    if (length == 0 || length > size) { //=>     if (length == 0) {
        return result;
    }
    uint32_t point = bytes[0] & masks[length];
    for (size_t i = 1; i < length; i++) {
        if (!is_continuation(bytes[i])) {
            return result;
        }
        point = point << 6 | (bytes[i] & 0x3F);
    }
    if (point < smallest[length] || point > 0x10FFFF) { //=>     if (point < smallest[length]) {
        return result;
    }
    if (point >= 0xD800 && point <= 0xDFFF) {
        return result;
    }
    result.point = point;
    result.length = length;
    return result;
}

int main(void) {
    unsigned char buffer[SIZE];
    size_t size = fread(buffer, 1, SIZE, stdin);
    size_t position = 0;
    size_t characters = 0;
    size_t mistakes = 0;
    uint32_t largest = 0;
    while (position < size) {
        struct decoded decoded = decode(buffer + position, size - position);
        if (decoded.length == 0) {
            mistakes++;
            position++;
            continue;
        }
        assert(decoded.point <= 0x10FFFF);
        assert(decoded.point < 0xD800 || decoded.point > 0xDFFF);
        if (decoded.point > largest) {
            largest = decoded.point;
        }
        characters++;
        position += decoded.length;
    }
    assert(position == size);
    assert(characters + mistakes <= size);
    printf("%zu characters, %zu mistakes, up to U+%04lX\n", characters, mistakes, (unsigned long)largest);
    return 0;
}
