// stays within the list
#include "glib_list.h"
#include "GNOME/glib/glib/glist.c#g_list_reverse"
int main(void) {
  GList *list = rmt_dlist(GList, next, prev); //=>deep GList *list = rmt_dlist(GList, next, prev); free(FIFTH(list));
  g_list_reverse(list);
}
//~ last = list; ==> last = list->next;
//~ list = last->next ==> list = last->next->next
//~ while (list) ==> while (1)
