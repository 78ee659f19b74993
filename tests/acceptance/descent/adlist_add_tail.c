// a list that is built by adding nodes at its tail is one when it is walked
#include "adlist.h"
#include "redis/redis/src/adlist.c#listLinkNodeTail,listAddNodeTail"
int main(void) {
  list l = {0};
  while (rmt_int())
    if (!listAddNodeTail(&l, 0))
      return 0;
  for (listNode *n = l.head; n; n = n->next) //=> for (listNode *n = l.head; n; n = n->next->next)
    ;
}
//~ node->next = NULL; ==>
//~ list->tail->next = node; ==> list->tail->next->next = node;
//~deep list->len++; ==> if (++list->len == 6) list->tail->next = (listNode *)1;
