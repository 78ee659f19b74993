// the second list follows the first
#include "glib_list.h"
#include "GNOME/glib/glib/gslist.c#g_slist_last,g_slist_concat"
int main(void) {
  GSList *list = rmt_list(GSList, next), *other = rmt_list(GSList, next);
  GSList *all = g_slist_concat(list, other); //=>deep free(FIFTH(list)); GSList *all = g_slist_concat(list, other);
  assert(all == (list ? list : other)); //=> assert(all == list);
}
//~ list1 = list2 ==> list1 = list2->next
//~ g_slist_last (list1)->next ==> list1->next->next
//~ if (list1) ==> if (list2)
