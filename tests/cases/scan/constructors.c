// rmt: scan
// What a function gives back is lost where it gives back nothing; a member that is compared with null where a call has given it may not
// be null where others pass it.
#include <stdlib.h>
#include <string.h>

struct text {
  char *characters;
  size_t size;
};

struct node {
  struct node *next;
  char *key;
};

struct text *text_new(size_t n) {
  struct text *made = malloc(sizeof *made); //~ likely memory is leaked
  if (!made) return NULL;
  made->characters = malloc(n);
  if (!made->characters) return NULL;
  made->size = n;
  return made;
}

struct text *text_make(size_t n) {
  struct text *made = malloc(sizeof *made);
  if (!made) return NULL;
  made->characters = malloc(n);
  if (!made->characters) {
    free(made);
    return NULL;
  }
  made->size = n;
  return made;
}

static char *copy(const char *text) {
  size_t n = strlen(text) + 1;
  char *made = malloc(n);
  if (made) memcpy(made, text, n);
  return made;
}

struct node *put(struct node **list, const char *key) {
  struct node *node;
  for (node = *list; node; node = node->next)
    if (strcmp(node->key, key) == 0) return node;
  node = malloc(sizeof *node);
  if (!node) return NULL;
  node->key = copy(key);
  if (!node->key) {
    free(node);
    return NULL;
  }
  node->next = *list;
  *list = node;
  return node;
}
