// frees as many nodes as were added
#include "adlist.h"
#include "redis/redis/src/adlist.c#listLinkNodeHead,listAddNodeHead,listEmpty"
int main(void) {
  list l = {0};
  while (rmt_int())
    if (!listAddNodeHead(&l, 0))
      return 0;
  listEmpty(&l);
  assert(!l.head && !l.len); //=> assert(!l.head && l.len);
}
//~ while(len--) ==> while(len-- > 5)
//~ current = next; ==>
