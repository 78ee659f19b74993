// rmt: check => unsafe (not natively)
// The strings of the arguments begin anywhere, where somebody looks at their addresses.
#include <assert.h>
#include <stdint.h>

int main(int argc, char **argv) {
    if (argc > 1) {
        char *p = argv[1];
        while ((uintptr_t)p % 8 != 0 && *p != '\0') {
            p++;
        }
        assert(p == argv[1]); //~ assertion
    }
    return 0;
}
