// Says which of some IPv4 addresses are in a network such as 10.1.0.0/16, the first argument.
#include <assert.h>
#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct network {
    uint32_t address;
    uint32_t mask;
};

// The number that so many digits stand for, -1 if it is no byte.
static int read_byte(const char *text, size_t length) {
    char digits[4];
    if (length == 0 || length >= sizeof digits) { //=>     if (length == 0) {
        return -1;
    }
    memcpy(digits, text, length);
    digits[length] = '\0';
    int value = atoi(digits);
    assert(value >= 0 && value <= 999);
    return value <= 255 ? value : -1;
}

// Gives what stands behind the address, NULL if there is none.
static const char *read_address(const char *text, uint32_t *address) {
    uint32_t result = 0;
    for (int i = 0; i < 4; i++) {
        if (i > 0) {
            if (*text != '.') {
                return NULL;
            }
            text++;
        }
        size_t length = strspn(text, "0123456789");
        int value = read_byte(text, length);
        if (value < 0) {
            return NULL;
        }
        result = result << 8 | (uint32_t)value;
        text += length;
    }
    *address = result;
    return text;
}

static int read_prefix(const char *text) {
    int prefix = 0;
    if (*text == '\0') {
        return -1;
    }
    for (; *text != '\0'; text++) {
        if (!isdigit((unsigned char)*text)) {
            return -1;
        }
        prefix = prefix * 10 + (*text - '0');
        if (prefix > 32) { //=>         if (prefix < 0) {
            return -1;
        }
    }
    return prefix;
}

static bool read_network(const char *text, struct network *network) {
    text = read_address(text, &network->address);
    if (text == NULL || *text != '/') {
        return false;
    }
    int prefix = read_prefix(text + 1);
    if (prefix < 0) {
        return false;
    }
    network->mask = prefix == 0 ? 0 : UINT32_MAX << (32 - prefix);
    network->address &= network->mask;
    return true;
}

static bool contains(const struct network *network, uint32_t address) {
    return (address & network->mask) == network->address;
}

int main(int argc, char **argv) {
    struct network network;
    if (argc < 2 || !read_network(argv[1], &network)) {
        fprintf(stderr, "usage: within ADDRESS/BITS ADDRESS...\n");
        return 2;
    }
    assert(contains(&network, network.address));
    assert(contains(&network, network.address | ~network.mask));
    int inside = 0;
    for (int i = 2; i < argc; i++) {
        uint32_t address;
        const char *end = read_address(argv[i], &address);
        if (end == NULL || *end != '\0') {
            fprintf(stderr, "%s: no address\n", argv[i]);
            continue;
        }
        if (contains(&network, address)) {
            puts(argv[i]);
            inside++;
        }
    }
    assert(inside < argc);
    return inside == 0;
}
