// rmt: check --entry insert --bound 4 --no-alias => safe
// A node goes into a list that is sorted.
#include <assert.h>

struct node { int key; struct node *next; };

struct node *insert(struct node *list, struct node *fresh) {
  struct node **at = &list;
  if (!fresh) return list; //=> ;
  while (*at && (*at)->key < fresh->key) at = &(*at)->next;
  assert(!*at || (*at)->key >= fresh->key); //=> assert(!*at || (*at)->key > fresh->key);
  fresh->next = *at;
  *at = fresh;
  return list;
}
