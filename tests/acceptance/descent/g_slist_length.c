// counts each node once: one more behind a prepended node
#include "glib_list.h"
#include "GNOME/glib/glib/gslist.c#g_slist_length,g_slist_prepend"
int main(void) {
  GSList *list = rmt_list(GSList, next);
  guint n = g_slist_length(list);
  list = g_slist_prepend(list, 0);
  assert(g_slist_length(list) == n + 1); //=> assert(g_slist_length(list) == n);
}
//~ length++ ==> length += 2
//~ list = list->next ==> list = list->next ? list->next->next : 0
//~deep length++ ==> length += length == 5 ? 2 : 1
