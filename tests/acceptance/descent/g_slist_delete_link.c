// frees one node, and what is left can be walked
#include "glib_list.h"
#include "GNOME/glib/glib/gslist.c#g_slist_nth,_g_slist_remove_link,g_slist_delete_link"
int main(void) {
  GSList *list = rmt_list(GSList, next); //=> GSList *list = rmt_list(GSList, next); free(FIFTH(list));
  list = g_slist_delete_link(list, g_slist_nth(list, rmt_int()));
  for (; list; list = list->next) //=> for (;; list = list->next)
    ;
}
//~ list = _g_slist_remove_link (list, link_); ==>
//~ _g_slist_free1 (link_) ==> _g_slist_free1 (link_->next)
