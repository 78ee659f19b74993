// every node may be freed while the list is walked
#include "glib_list.h"
typedef void (*GFunc)(gpointer, gpointer);
#include "GNOME/glib/glib/glist.c#g_list_foreach"
static int count;
static void counted(gpointer data, gpointer n) {
  if (count < 1000000)
    count++; //=>deep if (count++ >= 5) *(char *)0 = 0;
}
int main(void) {
  GList *list = rmt_dlist(GList, next, prev);
  g_list_foreach(list, counted, 0);
  assert(count >= 0 && count <= 1000000); //=> assert(count < 2); //=>deep assert(count < 6);
}
//~ list = next ==> list = next->next
