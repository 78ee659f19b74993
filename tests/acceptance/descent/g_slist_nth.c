// stays within the list
#include "glib_list.h"
#include "GNOME/glib/glib/gslist.c#g_slist_nth"
int main(void) {
  GSList *list = rmt_list(GSList, next); //=>deep GSList *list = rmt_list(GSList, next); free(FIFTH(list));
  GSList *node = g_slist_nth(list, rmt_int());
  if (node) //=> if (list)
    node->data = 0;
}
//~ n-- > 0 && list ==> n-- > 0
//~ list = list->next ==> list = list->next->next
