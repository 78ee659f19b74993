/* What single functions of redis' lists need. */
#include "glib.h"
typedef struct listNode {
  struct listNode *prev;
  struct listNode *next;
  void *value;
} listNode;
typedef struct listIter {
  listNode *next;
  int direction;
} listIter;
typedef struct list {
  listNode *head;
  listNode *tail;
  void *(*dup)(void *);
  void (*free)(void *);
  int (*match)(void *, void *);
  unsigned long len;
} list;
#define AL_START_HEAD 0
#define AL_START_TAIL 1
#define zmalloc malloc
#define zfree free
void listLinkNodeHead(list *, listNode *);
void listLinkNodeTail(list *, listNode *);
/* A list whose length is not kept, of any length. */
static inline void any_list(list *l) {
  l->dup = 0;
  l->free = 0;
  l->match = 0;
  l->head = rmt_dlist(listNode, next, prev);
}
