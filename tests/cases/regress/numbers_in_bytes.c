// rmt: check => safe
// Objects and texts come from one allocator, so that all memory is one array of bytes.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct reading {
    double value;
    char *label;
};

struct hooks {
    void *(*allocate)(size_t);
};

static void *plain(size_t n) { return malloc(n); }
static struct hooks hooks = {plain};

int main(void) {
    struct reading *r = hooks.allocate(sizeof *r);
    char *text = hooks.allocate(3);
    if (!r || !text) exit(0);
    memset(r, 0, sizeof *r);
    assert(r->value == 0.0); //=> assert(r->value != 0.0);
    r->value = 2.5;
    text[0] = 'k';
    text[1] = 0;
    r->label = text;
    assert(r->value > 2.0); //=> assert(r->value > 3.0);
    assert(r->label[0] == 'k'); //=> assert(r->label[1] == 'k');
    free(text);
    free(r);
    return 0;
}
