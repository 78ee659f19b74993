// the last node has no next one
#include "glib_list.h"
#include "GNOME/glib/glib/glist.c#g_list_last"
int main(void) {
  GList *list = rmt_dlist(GList, next, prev); //=>deep GList *list = rmt_dlist(GList, next, prev); free(FIFTH(list));
  GList *last = g_list_last(list);
  assert(!list || last->next == 0); //=> assert(!list || last == list);
}
//~ list->next ==> list->next->next
//~ while (list->next) ==> while (list)
