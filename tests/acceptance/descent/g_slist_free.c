// frees every node once
#include "glib_list.h"
#define g_slice_free_chain(T, list, next) do { T *at = list; while (at) { T *gone = at; at = at->next; free(gone); } } while (0)
#include "GNOME/glib/glib/gslist.c#g_slist_free"
int main(void) {
  GSList *list = rmt_list(GSList, next); //=>deep GSList *list = rmt_list(GSList, next); free(FIFTH(list));
  g_slist_free(list);
} //=> free(list); }
//~ g_slice_free_chain (GSList, list, next) ==> if (list) free (list->next); g_slice_free_chain (GSList, list, next)
//~ g_slice_free_chain (GSList, list, next) ==> g_slice_free_chain (GSList, list->next, next)
