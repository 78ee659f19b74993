// from any node, the first has none in front of it
#include "glib_list.h"
#include "GNOME/glib/glib/glist.c#g_list_nth,g_list_first"
int main(void) {
  GList *list = rmt_dlist(GList, next, prev); //=>deep GList *list = rmt_dlist(GList, next, prev); free(FIFTH(list));
  GList *first = g_list_first(g_list_nth(list, rmt_int()));
  assert(!first || !first->prev); //=> assert(!first || first->prev);
}
//~ while (list->prev) ==> while (list->next)
//~ list = list->prev ==> list = list->prev->prev
