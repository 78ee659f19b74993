// rmt: check => unsafe (not natively)
// The letter of a long option that may have an argument is no short option that must.
#include <assert.h>
#include <getopt.h>
#include <stddef.h>

static const struct option all[] = {{"output", optional_argument, NULL, 'o'}, {0}};

int main(int argc, char **argv) {
  int c;
  while ((c = getopt_long(argc, argv, "o:", all, NULL)) != -1)
    if (c == 'o') assert(optarg != NULL); //~ assertion
  return 0;
}
