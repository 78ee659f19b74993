// frees at most one node, and what is left can be walked
#include "glib_list.h"
#define g_warning(text)
#include "GNOME/glib/glib/glist.c#_g_list_remove_link,g_list_remove"
int main(void) {
  GList *list = rmt_dlist(GList, next, prev); //=>deep GList *list = rmt_dlist(GList, next, prev); free(FIFTH(list));
  list = g_list_remove(list, 0);
  for (; list; list = list->next) //=> for (;; list = list->next)
    ;
}
//~ break; ==> tmp = tmp->next;
//~ list = _g_list_remove_link (list, tmp); ==>
