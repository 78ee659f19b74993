// frees nodes once, and what is left can be walked
#include "glib_list.h"
#include "GNOME/glib/glib/gslist.c#_g_slist_remove_data,g_slist_remove_all"
int main(void) {
  GSList *list = rmt_list(GSList, next); //=> GSList *list = rmt_list(GSList, next); free(FIFTH(list));
  list = g_slist_remove_all(list, 0);
  for (; list; list = list->next) //=> for (;; list = list->next)
    ;
}
//~ *previous_ptr = tmp->next; ==>
//~ g_slist_free_1 (tmp) ==> g_slist_free_1 (tmp->next)
