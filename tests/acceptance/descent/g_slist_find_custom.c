// what is found is what the function says
#include "glib_list.h"
typedef int (*GCompareFunc)(gconstpointer, gconstpointer);
#include "GNOME/glib/glib/gslist.c#g_slist_find_custom"
static int differs(gconstpointer a, gconstpointer b) {
  return a != b;
}
int main(void) {
  GSList *list = rmt_list(GSList, next); //=>deep GSList *list = rmt_list(GSList, next); free(FIFTH(list));
  GSList *found = g_slist_find_custom(list, 0, differs);
  assert(!found || found->data == 0); //=> assert(found && found->data == 0);
}
//~ ! func ==> func
//~ return list; ==> return list->next;
//~ list = list->next ==> list = list->next->next
