// a list that is built by adding nodes at its head is one when it is walked
#include "adlist.h"
#include "redis/redis/src/adlist.c#listLinkNodeHead,listAddNodeHead"
int main(void) {
  list l = {0};
  while (rmt_int())
    if (!listAddNodeHead(&l, 0))
      return 0;
  for (listNode *n = l.head; n; n = n->next) //=> for (listNode *n = l.head; n; n = n->next->next)
    ;
}
//~ node->next = list->head; ==>
//~ list->head->prev = node; ==> list->head->prev->next = node;
//~deep list->len++; ==> if (++list->len == 6) list->head = (listNode *)1;
