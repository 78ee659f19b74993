// stays within the list, which can be walked afterwards
#include "glib_list.h"
#include "GNOME/glib/glib/gslist.c#g_slist_nth,g_slist_insert_before"
int main(void) {
  GSList *list = rmt_list(GSList, next); //=>deep GSList *list = rmt_list(GSList, next); free(FIFTH(list));
  list = g_slist_insert_before(list, g_slist_nth(list, rmt_int()), 0);
  for (; list; list = list->next) //=> for (;; list = list->next)
    ;
}
//~ node->next = last->next; ==>
//~ last = node, node = last->next ==> last = node, node = last->next->next
