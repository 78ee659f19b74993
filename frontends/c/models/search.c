/* <search.h>: arrays that are searched from the start, and trees. */

typedef int (*rmt_order)(const void *, const void *);

void *lfind(const void *key, const void *start, size_t *n, size_t size, rmt_order order) {
  const char *at = start;
  for (size_t i = 0; i < *n; i++)
    if (order(key, at + i * size) == 0) return (void *)(at + i * size);
  return 0;
}

void *lsearch(const void *key, void *start, size_t *n, size_t size, rmt_order order) {
  void *found = lfind(key, start, n, size, order);
  if (found) return found;
  return memcpy((char *)start + (*n)++ * size, key, size);
}

/* What users have of a node is the pointer to what is in it. */
struct rmt_node { const void *key; struct rmt_node *less, *more; };

/* Where the tree has a key, or would have it. */
static struct rmt_node **place_of(const void *key, void **root, rmt_order order) {
  struct rmt_node **at = (struct rmt_node **)root;
  while (*at) {
    int found = order(key, (*at)->key);
    if (found == 0) break;
    at = found < 0 ? &(*at)->less : &(*at)->more;
  }
  return at;
}

void *tfind(const void *key, void *const *root, rmt_order order) {
  return root ? *place_of(key, (void **)root, order) : 0;
}

void *tsearch(const void *key, void **root, rmt_order order) {
  struct rmt_node **at, *made;
  if (!root) return 0;
  at = place_of(key, root, order);
  if (*at) return *at;
  made = malloc(sizeof *made);
  if (!made) return 0;
  made->key = key;
  made->less = made->more = 0;
  return *at = made;
}

/* Which node is above what was deleted is not looked at. */
void *tdelete(const void *key, void **root, rmt_order order) {
  struct rmt_node **at, **next, *gone;
  if (!root || !*(at = place_of(key, root, order))) return 0;
  gone = *at;
  if (gone->less && gone->more) {
    for (next = &gone->more; (*next)->less;) next = &(*next)->less;
    gone->key = (*next)->key;
    at = next;
    gone = *at;
  }
  *at = gone->less ? gone->less : gone->more;
  free(gone);
  return *root ? *root : (void *)root;
}

void tdestroy(void *root, void (*release)(void *)) {
  struct rmt_node *node = root;
  if (!node) return;
  tdestroy(node->less, release);
  tdestroy(node->more, release);
  release((void *)node->key);
  free(node);
}

static void walk(const struct rmt_node *node, void (*visit)(const void *, int, int), int level) {
  if (!node->less && !node->more) return visit(node, 3, level);
  visit(node, 0, level);
  if (node->less) walk(node->less, visit, level + 1);
  visit(node, 1, level);
  if (node->more) walk(node->more, visit, level + 1);
  visit(node, 2, level);
}

void twalk(const void *root, void (*visit)(const void *, int, int)) {
  if (root) walk(root, visit, 0);
}
