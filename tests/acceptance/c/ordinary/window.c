// Packs bytes by pointing back to what came before; with an argument, unpacks what it reads.
#include <assert.h>
#include <stdio.h>
#include <string.h>

#define SIZE 24
#define FARTHEST 15
#define LONGEST 7

// A copy of some earlier bytes, and a byte behind it.
struct step {
    unsigned char back;
    unsigned char length;
    unsigned char byte;
};

struct packed {
    struct step steps[SIZE];
    int count;
};

static int match(const unsigned char *bytes, int size, int from, int at) {
    int length = 0;
    while (length < LONGEST && at + length + 1 < size && bytes[from + length] == bytes[at + length]) { //=>     while (length < LONGEST && at + length < size && bytes[from + length] == bytes[at + length]) {
        length++;
    }
    return length;
}

static struct step best(const unsigned char *bytes, int size, int at) {
    struct step step = {0, 0, 0};
    int first = at > FARTHEST ? at - FARTHEST : 0;
    for (int from = first; from < at; from++) {
        int length = match(bytes, size, from, at);
        if (length > step.length) {
            step.back = (unsigned char)(at - from);
            step.length = (unsigned char)length;
        }
    }
    step.byte = bytes[at + step.length];
    return step;
}

static void pack(const unsigned char *bytes, int size, struct packed *packed) {
    packed->count = 0;
    int at = 0;
    while (at < size) {
        struct step step = best(bytes, size, at);
        packed->steps[packed->count++] = step;
        at += step.length + 1;
    }
    assert(at == size);
}

// How many bytes there are; -1 if a step makes no sense.
static int unpack(const struct packed *packed, unsigned char *bytes, int size) {
    int at = 0;
    for (int i = 0; i < packed->count; i++) {
        const struct step *step = &packed->steps[i];
        if (step->back > at || at + step->length >= size) { //=>         if (at + step->length >= size) {
            return -1;
        }
        if (step->back == 0 && step->length > 0) {
            return -1;
        }
        for (int j = 0; j < step->length; j++) {
            bytes[at] = bytes[at - step->back];
            at++;
        }
        bytes[at++] = step->byte;
    }
    return at;
}

int main(int argc, char **argv) {
    (void)argv;
    unsigned char bytes[SIZE];
    struct packed packed;
    if (argc > 1) {
        packed.count = 0;
        int back, length, byte;
        while (packed.count < SIZE && (back = getchar()) != EOF && (length = getchar()) != EOF && (byte = getchar()) != EOF) {
            struct step step = {(unsigned char)back, (unsigned char)length, (unsigned char)byte};
            packed.steps[packed.count++] = step;
        }
        int size = unpack(&packed, bytes, SIZE);
        assert(size <= SIZE);
        if (size < 0) {
            return 1;
        }
        fwrite(bytes, 1, (size_t)size, stdout);
        return 0;
    }
    int size = (int)fread(bytes, 1, SIZE, stdin);
    pack(bytes, size, &packed);
    assert(packed.count <= size);
    printf("%d bytes, %d steps\n", size, packed.count);
    return 0;
}
