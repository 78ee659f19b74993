// rmt: check --bound 2 => safe-up-to-bound
// What a text may be is an array in a record, or an argument of the program: that one stands in no record.
#include <stdio.h>

struct options {
    int count;
    char name[16];
};

int main(int argc, char **argv)
{
    struct options options = {.count = 1, .name = "none"};
    const char *shown = options.name;
    for (int i = 1; i < argc; i++)
        shown = argv[i];
    return printf("%s\n", shown) < 0; //=>     return printf("%s\n", options.name + 16) < 0;
}
