// frees at most one node, and stays within the list
#include "glib_list.h"
#include "GNOME/glib/glib/gslist.c#_g_slist_remove_data,g_slist_remove"
int main(void) {
  GSList *list = rmt_list(GSList, next);
  list = g_slist_remove(list, 0); //=>deep free(FIFTH(list)); list = g_slist_remove(list, 0);
  for (; list; list = list->next) //=> for (;; list = list->next)
    ;
}
//~ *previous_ptr = tmp->next; ==>
//~ g_slist_free_1 (tmp) ==> g_slist_free_1 (tmp->next)
