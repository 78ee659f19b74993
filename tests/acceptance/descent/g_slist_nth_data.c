// stays within the list
#include "glib_list.h"
#include "GNOME/glib/glib/gslist.c#g_slist_nth_data"
int main(void) {
  GSList *list = rmt_list(GSList, next); //=>deep GSList *list = rmt_list(GSList, next); free(FIFTH(list));
  guint n = __VERIFIER_nondet_int();
  g_slist_nth_data(list, n);
}
//~ n-- > 0 && list ==> n-- > 0
//~ list ? list->data : NULL ==> list->data
//~ n-- > 0 && list ==> n-- > 0 && (list || n == 7)
