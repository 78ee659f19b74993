// frees nodes once, and what is left can be walked
#include "glib_list.h"
#include "GNOME/glib/glib/glist.c#g_list_remove_all"
int main(void) {
  GList *list = rmt_dlist(GList, next, prev); //=> GList *list = rmt_dlist(GList, next, prev); free(FIFTH(list));
  list = g_list_remove_all(list, 0);
  for (; list; list = list->next) //=> for (;; list = list->next)
    ;
}
//~ tmp->prev->next = next; ==>
//~ tmp = next; ==> tmp = tmp->next;
