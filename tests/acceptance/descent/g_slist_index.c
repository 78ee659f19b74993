// the index counts the nodes in front
#include "glib_list.h"
#include "GNOME/glib/glib/gslist.c#g_slist_index"
int main(void) {
  GSList *list = rmt_list(GSList, next);
  gint i = 0;
  for (GSList *at = list; at && at->data != 0; at = at->next) //=> for (GSList *at = list; at && at->data != 0 && i < 5; at = at->next)
    if (i < 2147483647)
      i++;
    else
      return 0;
  gint index = g_slist_index(list, 0);
  assert(index == -1 || index == i);
}
//~ i++ ==> i += 2
//~ return i; ==> return i + 1;
