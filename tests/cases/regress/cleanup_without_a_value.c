// rmt: check => safe
// Nobody uses the value of a function that cleans up a variable.
#include <assert.h>

static int seen;

static int done(int *n) {
    seen += *n;
}

int main(void) {
    {
        __attribute__((cleanup(done))) int n = 3;
    }
    assert(seen == 3); //=> assert(seen == 0);
    return 0;
}
