/* Lists of glib. */
#include "glib.h"
typedef struct _GList GList;
struct _GList {
  gpointer data;
  GList *next;
  GList *prev;
};
typedef struct _GSList GSList;
struct _GSList {
  gpointer data;
  GSList *next;
};
#define _g_list_alloc() rmt_array(GList, 1)
#define _g_list_alloc0() ((GList *)calloc(1, sizeof(GList)))
#define _g_list_free1(list) free(list)
#define _g_slist_alloc() rmt_array(GSList, 1)
#define _g_slist_alloc0() ((GSList *)calloc(1, sizeof(GSList)))
#define _g_slist_free1(list) free(list)
#define g_slist_free_1(list) free(list)
#define g_list_free_1(list) free(list)
