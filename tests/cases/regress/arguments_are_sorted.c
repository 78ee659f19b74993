// rmt: check --bound 1 --check deref => safe-up-to-bound
// What is sorted are pointers, not bytes: they lead where they did before.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int order(const void *a, const void *b) {
  return strcmp(*(char *const *)a, *(char *const *)b);
}

int main(int argc, char **argv) {
  if (argc < 1) //=>   if (argc < 1 || argv[argc][0] == 0)
    return 1;
  qsort(argv + 1, argc - 1, sizeof *argv, order);
  for (int i = 1; i < argc; i++)
    puts(argv[i]);
  return 0;
}
