// stays within the list, which can be walked afterwards
#include "glib_list.h"
#include "GNOME/glib/glib/glist.c#g_list_last,g_list_nth,g_list_append,g_list_prepend,g_list_insert"
int main(void) {
  GList *list = rmt_dlist(GList, next, prev); //=> GList *list = rmt_dlist(GList, next, prev); free(FIFTH(list));
  list = g_list_insert(list, 0, rmt_int());
  for (; list; list = list->next) //=> for (;; list = list->next)
    ;
}
//~ if (!tmp_list) ==> if (tmp_list)
//~ new_list->next = tmp_list; ==>
