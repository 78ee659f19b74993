// rmt: check => unsafe (not natively)
// strncpy writes no zero where the text is as long as it may be: what follows has no value.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct account {
  int id;
  char owner[8];
};

int main(int argc, char **argv) {
  struct account *a = malloc(sizeof *a);
  if (!a) return 1;
  a->id = argc;
  strncpy(a->owner, argc > 1 ? "somebody else" : "me", sizeof a->owner - 1);
  printf("%s\n", a->owner); //~ invalid read: of a string that does not end
  free(a);
  return 0;
}
