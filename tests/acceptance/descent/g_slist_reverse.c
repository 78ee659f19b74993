// stays within the list, and keeps its length
#include "glib_list.h"
#include "GNOME/glib/glib/gslist.c#g_slist_length,g_slist_reverse"
int main(void) {
  GSList *list = rmt_list(GSList, next);
  guint n = g_slist_length(list);
  list = g_slist_reverse(list); //=>deep list = g_slist_reverse(list); if (n > 5) list = list->next;
  assert(g_slist_length(list) == n); //=> assert(g_slist_length(list) > n);
}
//~ list->next = prev ==> list->next = 0
//~ prev = list ==> prev = next
