/* Linked lists of zsh. */
#include "glib.h"
#define mod_export
typedef struct linknode *LinkNode;
struct linknode {
  LinkNode next;
  LinkNode prev;
  void *dat;
};
struct linklist {
  LinkNode first;
  LinkNode last;
  int flags;
};
union linkroot {
  struct linklist list;
  struct linknode node;
};
typedef union linkroot *LinkList;
typedef void (*FreeFunc)(void *);
#define firstnode(X) ((X)->list.first)
#define lastnode(X) ((X)->list.last)
#define nextnode(X) ((X)->next)
#define incnode(X) (X = nextnode(X))
#define getdata(X) ((X)->dat)
#define zfree(p, n) free(p)
#define zalloc malloc
#define zhalloc malloc
