// frees one node, and what is left can be walked
#include "glib_list.h"
#define g_warning(text)
#include "GNOME/glib/glib/glist.c#g_list_nth,_g_list_remove_link,g_list_delete_link"
int main(void) {
  GList *list = rmt_dlist(GList, next, prev); //=>deep GList *list = rmt_dlist(GList, next, prev); free(FIFTH(list));
  list = g_list_delete_link(list, g_list_nth(list, rmt_int()));
  for (; list; list = list->next) //=> for (;; list = list->next)
    ;
}
//~ list = _g_list_remove_link (list, link_); ==>
//~ _g_list_free1 (link_) ==> _g_list_free1 (link_->next)
