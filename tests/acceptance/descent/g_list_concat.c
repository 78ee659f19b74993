// the second list follows the first
#include "glib_list.h"
#include "GNOME/glib/glib/glist.c#g_list_last,g_list_concat"
int main(void) {
  GList *list = rmt_dlist(GList, next, prev), *other = rmt_dlist(GList, next, prev); //=>deep GList *list = rmt_dlist(GList, next, prev), *other = list; free(FIFTH(list));
  GList *all = g_list_concat(list, other);
  assert(all == (list ? list : other)); //=> assert(all == list);
  for (; all; all = all->next)
    ;
}
//~ tmp_list->next = list2 ==> tmp_list->next->next = list2
//~ list1 = list2 ==> list1 = list2->next
