// what is found has the data
#include "zsh_list.h"
#include "zsh-users/zsh/Src/linklist.c#linknodebydatum"
int main(void) {
  union linkroot l;
  l.list.first = rmt_list(struct linknode, next); //=>deep l.list.first = rmt_list(struct linknode, next); free(FIFTH(l.list.first));
  LinkNode found = linknodebydatum(&l, 0);
  assert(!found || found->dat == 0); //=> assert(found && found->dat == 0);
}
//~ getdata(node) == dat ==> getdata(node) >= dat
//~ return node; ==> return node->next;
