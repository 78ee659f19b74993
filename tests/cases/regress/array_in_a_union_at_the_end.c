// rmt: check => safe
// Every member of a union lies at the end of it: an array of one element may go on behind it, whichever member it is.
#include <stdlib.h>

struct sample {
    int count;
    union {
        int numbers[1];
        float measures[1];
    } of;
};

int main(void) {
    struct sample *sample = malloc(sizeof *sample + 3 * sizeof(int));
    if (!sample)
        return 1;
    for (int i = 0; i < 4; i++) //=> for (int i = 0; i < 5; i++)
        sample->of.numbers[i] = i;
    int last = sample->of.numbers[3];
    free(sample);
    return last != 3;
}
