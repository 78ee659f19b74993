// what is found has the data
#include "glib_list.h"
#include "GNOME/glib/glib/glist.c#g_list_find"
int main(void) {
  GList *list = rmt_dlist(GList, next, prev); //=>deep GList *list = rmt_dlist(GList, next, prev); free(FIFTH(list));
  GList *found = g_list_find(list, 0);
  assert(!found || found->data == 0); //=> assert(found && found->data == 0);
}
//~ list->data == data ==> list->data >= data
//~ break; ==> return list->next;
