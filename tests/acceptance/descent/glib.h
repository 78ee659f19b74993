/* What single functions of glib need. */
#include <assert.h>
#include <ctype.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <rmt.h>
typedef char gchar;
typedef unsigned char guchar;
typedef int gint;
typedef int gboolean;
typedef unsigned int guint;
typedef size_t gsize;
typedef void *gpointer;
typedef const void *gconstpointer;
#define FALSE 0
#define TRUE 1
#define g_return_val_if_fail(condition, value)
#define g_return_if_fail(condition)
#define g_ascii_isspace(c) ((c) == ' ' || ((c) >= '\t' && (c) <= '\r'))
#define ISUPPER(c) ((c) >= 'A' && (c) <= 'Z')
#define ISLOWER(c) ((c) >= 'a' && (c) <= 'z')
#define TOUPPER(c) (ISLOWER(c) ? (c) - 'a' + 'A' : (c))
#define TOLOWER(c) (ISUPPER(c) ? (c) - 'A' + 'a' : (c))
/* The fifth node of a list, or null: for mutants that only long lists tell from what is right. */
#define FIFTH(l) ((l) && (l)->next && (l)->next->next && (l)->next->next->next ? (l)->next->next->next->next : 0)
