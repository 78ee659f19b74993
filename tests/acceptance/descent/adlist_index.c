// from the head, stays within the list
#include "adlist.h"
#include "redis/redis/src/adlist.c#listIndex"
int main(void) {
  list l;
  any_list(&l);
  l.tail = 0;
  listNode *n = listIndex(&l, rmt_int());
  if (n) //=> if (n || !l.head->next->next->next->next->next)
    n->value = 0;
}
//~ index-- && n ==> index--
//~ index < 0 ==> index < 1
