// rmt: check => safe
// What a variable of the file leads to when the program ends is not lost.
#include <stdlib.h>

struct node { struct node *next; };
static struct node *kept;

int main(void) {
  struct node *node = malloc(sizeof *node);
  if (!node) return 1;
  node->next = kept;
  kept = node; //=> memory is leaked: node->next = 0;
  return 0;
}
