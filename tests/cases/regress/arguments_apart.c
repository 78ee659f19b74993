// rmt: check --bound 2 => safe
// What is written to one of the program's arguments leaves the others as they are; the last is followed by a null pointer.
#include <assert.h>
#include <stddef.h>

int main(int argc, char **argv) {
    if (argc != 3) {
        return 0;
    }
    assert(argv[1] != argv[2]);
    char before = argv[2][0];
    argv[1][0] = 'x'; //=> (not natively)     argv[2][0] = 'x';
    assert(argv[2][0] == before);
    assert(argv[3] == NULL);
    return 0;
}
