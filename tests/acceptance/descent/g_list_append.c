// the node is the last, and the list can be walked
#include "glib_list.h"
#include "GNOME/glib/glib/glist.c#g_list_last,g_list_append"
int main(void) {
  GList *list = rmt_dlist(GList, next, prev); //=>deep GList *list = rmt_dlist(GList, next, prev); free(FIFTH(list));
  list = g_list_append(list, 0);
  for (; list; list = list->next) //=> for (;; list = list->next)
    ;
}
//~ new_list->next = NULL; ==>
//~ last->next = new_list; ==> last->next->next = new_list;
