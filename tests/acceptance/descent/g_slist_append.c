// one node more
#include "glib_list.h"
#include "GNOME/glib/glib/gslist.c#g_slist_length,g_slist_last,g_slist_append"
int main(void) {
  GSList *list = rmt_list(GSList, next);
  guint n = g_slist_length(list);
  list = g_slist_append(list, 0);
  assert(g_slist_length(list) == n + 1); //=> assert(g_slist_length(list) == n);
}
//~ last->next = new_list ==> last = new_list
//~ new_list->next = NULL; ==>
//~deep length++ ==> length += length == 5 ? 2 : 1
