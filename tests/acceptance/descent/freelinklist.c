// frees every node once, and the list
#include "zsh_list.h"
#include "zsh-users/zsh/Src/linklist.c#freelinklist"
int main(void) {
  LinkList l = malloc(sizeof *l);
  if (!l)
    return 0;
  l->list.first = rmt_list(struct linknode, next); //=>deep l->list.first = rmt_list(struct linknode, next); free(FIFTH(l->list.first));
  freelinklist(l, 0); //=> freelinklist(l, 0), freelinklist(l, 0);
}
//~ next = node->next ==> next = node->next->next
//~ zfree(node, ==> zfree(next,
