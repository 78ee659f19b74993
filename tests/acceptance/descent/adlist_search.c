// what is found has the key
#include "adlist.h"
#include "redis/redis/src/adlist.c#listRewind,listNext,listSearchKey"
int main(void) {
  list l;
  any_list(&l); //=>deep any_list(&l); free(FIFTH(l.head));
  listNode *found = listSearchKey(&l, 0);
  assert(!found || found->value == 0); //=> assert(found && found->value == 0);
}
//~ key == node->value ==> key <= node->value
//~ return node; ==> return node->next;
