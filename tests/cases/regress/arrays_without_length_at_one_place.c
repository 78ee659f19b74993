// rmt: check => unsafe
// Arrays without a length that begin at the same place are the same memory.
#include <assert.h>
#include <stdlib.h>

struct packet {
    int length;
    union {
        int words[0];
        char bytes[0];
    };
};

int main(void) {
    struct packet *packet = calloc(1, sizeof *packet + 16);
    if (!packet)
        return 1;
    for (int i = 0; i < 4; i++)
        packet->words[i] = 1;
    assert(packet->bytes[4] == 0); //~ assertion
    free(packet);
    return 0;
}
