// counts each node once: as a loop
#include "glib_list.h"
#include "GNOME/glib/glib/glist.c#g_list_length"
int main(void) {
  GList *list = rmt_dlist(GList, next, prev);
  guint n = 0;
  for (GList *at = list; at; at = at->next) //=> for (GList *at = list; at && at->data; at = at->next)
    n++;
  assert(g_list_length(list) == n);
}
//~ length++ ==> length += 2
//~ return length ==> return length + 1
//~deep length++ ==> length += length == 5 ? 2 : 1
