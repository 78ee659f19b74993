// Base64: encodes its first argument, or decodes the second one after -d.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST 3000

static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static char *encode(const unsigned char *bytes, size_t length) {
    size_t size = (length + 2) / 3 * 4;
    char *text = malloc(size + 1); //=>     char *text = malloc(size);
    if (text == NULL) {
        return NULL;
    }
    size_t to = 0;
    for (size_t i = 0; i < length; i += 3) {
        unsigned group = (unsigned)bytes[i] << 16;
        if (i + 1 < length) {
            group |= (unsigned)bytes[i + 1] << 8;
        }
        if (i + 2 < length) {
            group |= bytes[i + 2];
        }
        text[to++] = alphabet[group >> 18 & 63];
        text[to++] = alphabet[group >> 12 & 63];
        text[to++] = i + 1 < length ? alphabet[group >> 6 & 63] : '=';
        text[to++] = i + 2 < length ? alphabet[group & 63] : '=';
    }
    assert(to == size);
    text[to] = '\0';
    return text;
}

static int value_of(char c) {
    if (c >= 'A' && c <= 'Z') {
        return c - 'A';
    }
    if (c >= 'a' && c <= 'z') {
        return c - 'a' + 26;
    }
    if (c >= '0' && c <= '9') {
        return c - '0' + 52;
    }
    return c == '+' ? 62 : c == '/' ? 63 : -1;
}

// The bytes, and how many there are; NULL if the text is no Base64.
static unsigned char *decode(const char *text, size_t *length) {
    size_t size = strlen(text);
    if (size == 0 || size % 4 != 0) { //=>     if (size % 4 != 0) {
        return NULL;
    }
    size_t padding = text[size - 1] != '=' ? 0 : text[size - 2] != '=' ? 1 : 2;
    size_t whole = size / 4 * 3;
    unsigned char *bytes = malloc(whole);
    if (bytes == NULL) {
        return NULL;
    }
    for (size_t i = 0; i < size; i += 4) {
        unsigned group = 0;
        for (size_t j = 0; j < 4; j++) {
            int value = i + j >= size - padding ? 0 : value_of(text[i + j]);
            if (value < 0) {
                free(bytes);
                return NULL;
            }
            group = group << 6 | (unsigned)value;
        }
        bytes[i / 4 * 3] = group >> 16 & 255;
        bytes[i / 4 * 3 + 1] = group >> 8 & 255;
        bytes[i / 4 * 3 + 2] = group & 255;
    }
    *length = whole - padding;
    assert(*length > 0 && *length <= whole);
    return bytes;
}

int main(int argc, char **argv) {
    if (argc == 2 && strlen(argv[1]) <= MOST) {
        char *text = encode((const unsigned char *)argv[1], strlen(argv[1]));
        if (text == NULL) {
            return 1;
        }
        assert(strlen(text) % 4 == 0);
        puts(text);
        free(text);
        return 0;
    }
    if (argc == 3 && strcmp(argv[1], "-d") == 0) {
        size_t length = 0;
        unsigned char *bytes = decode(argv[2], &length);
        if (bytes == NULL) {
            return 1;
        }
        fwrite(bytes, 1, length, stdout);
        free(bytes);
        return 0;
    }
    return 2;
}
