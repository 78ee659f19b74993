// from the head, stays within the list
#include "adlist.h"
#include "redis/redis/src/adlist.c#listIndex"
int main(void) {
  list l;
  any_list(&l);
  l.tail = 0;
  listNode *n = listIndex(&l, rmt_int()); //=>deep int k = rmt_int(); listNode *n = listIndex(&l, k); if (k > 5 && n) n->next->value = 0;
  if (n) //=> if (n || !l.head->next->next->next->next->next)
    n->value = 0;
}
//~ index-- && n ==> index--
//~ n = n->next ==> n = n->next->next
