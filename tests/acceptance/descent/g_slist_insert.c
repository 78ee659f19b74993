// stays within the list, which can be walked afterwards
#include "glib_list.h"
#include "GNOME/glib/glib/gslist.c#g_slist_last,g_slist_append,g_slist_prepend,g_slist_insert"
int main(void) {
  GSList *list = rmt_list(GSList, next); //=> GSList *list = rmt_list(GSList, next); free(FIFTH(list));
  list = g_slist_insert(list, 0, rmt_int());
  for (; list; list = list->next) //=> for (;; list = list->next)
    ;
}
//~ prev_list->next = new_list; ==> prev_list->next->next = new_list;
//~ (position-- > 0) && tmp_list ==> position-- > 0
