// the last node has no next one
#include "glib_list.h"
#include "GNOME/glib/glib/gslist.c#g_slist_last"
int main(void) {
  GSList *list = rmt_list(GSList, next); //=>deep GSList *list = rmt_list(GSList, next); free(FIFTH(list));
  GSList *last = g_slist_last(list);
  assert(!last || !last->next); //=> assert(!last || last->next);
}
//~ while (list->next) ==> while (list->next && list->data)
//~ if (list) ==> if (!list)
