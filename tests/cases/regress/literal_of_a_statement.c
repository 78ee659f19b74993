// rmt: check => safe
// An object without a name lives to the end of its block, be that a statement alone.
#include <assert.h>

static int twice(const int *n) {
    return 2 * *n;
}

int main(void) {
    int sum = 0;
    for (int i = 0; i < 3; i++)
        sum += twice(&(int){i});
    if (sum == 6)
        sum = twice(&(int){sum});
    assert(sum == 12); //=> assert(sum == 6);
    return 0;
}
