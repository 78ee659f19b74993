// counts each node once: as a loop
#include "zsh_list.h"
#include "zsh-users/zsh/Src/linklist.c#countlinknodes"
int main(void) {
  union linkroot l;
  l.list.first = rmt_list(struct linknode, next);
  int n = 0;
  for (LinkNode nd = l.list.first; nd; nd = nd->next) //=>deep for (LinkNode nd = l.list.first; nd && n < 6; nd = nd->next)
    if (n < 2147483647)
      n++;
    else
      return 0;
  assert(countlinknodes(&l) == n);
}
//~ ct++ ==> ct += 2
//~ return ct; ==> return ct + 1;
