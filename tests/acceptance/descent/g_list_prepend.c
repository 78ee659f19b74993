// the node is the first, and the list can be walked
#include "glib_list.h"
#include "GNOME/glib/glib/glist.c#g_list_prepend"
int main(void) {
  GList *list = rmt_dlist(GList, next, prev); //=>deep GList *list = rmt_dlist(GList, next, prev); free(FIFTH(list));
  GList *rest = list;
  list = g_list_prepend(list, 0);
  assert(list->next == rest && !list->prev); //=> assert(list->next == rest && list->prev);
  assert(!rest || rest->prev == list);
  for (; list; list = list->next)
    ;
}
//~ new_list->next = list; ==>
//~ list->prev = new_list; ==>
