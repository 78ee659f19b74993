// the index is that of a node with the data
#include "glib_list.h"
#include "GNOME/glib/glib/glist.c#g_list_index"
int main(void) {
  GList *list = rmt_dlist(GList, next, prev);
  gint i = 0;
  for (GList *at = list; at && at->data != 0; at = at->next) //=> for (GList *at = list; at && at->data != 0 && i < 5; at = at->next)
    if (i < 2147483647)
      i++;
    else
      return 0;
  gint index = g_list_index(list, 0);
  assert(index == -1 || index == i);
}
//~ i++ ==> i += 2
//~ return i; ==> return i + 1;
