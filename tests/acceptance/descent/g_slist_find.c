// what is found has the data
#include "glib_list.h"
#include "GNOME/glib/glib/gslist.c#g_slist_find"
int main(void) {
  GSList *list = rmt_list(GSList, next); //=>deep GSList *list = rmt_list(GSList, next); free(FIFTH(list));
  gpointer data = (gpointer)__VERIFIER_nondet_ulong();
  GSList *found = g_slist_find(list, data);
  assert(!found || found->data == data); //=> assert(found && found->data == data);
}
//~ list->data == data ==> list->data >= data
//~ break; ==> return list->next;
