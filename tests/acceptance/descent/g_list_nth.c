// stays within the list
#include "glib_list.h"
#include "GNOME/glib/glib/glist.c#g_list_nth"
int main(void) {
  GList *list = rmt_dlist(GList, next, prev); //=>deep GList *list = rmt_dlist(GList, next, prev); free(FIFTH(list));
  guint n = __VERIFIER_nondet_int();
  GList *nth = g_list_nth(list, n);
  if (nth) //=> if (n < 6)
    nth->data = 0;
}
//~ (n-- > 0) && list ==> n-- > 0
//~ list = list->next ==> list = list->next->next
