// rmt: scan
// An array in a record has as many elements as the record's other members say, at least.
#include <stdlib.h>
#include <string.h>

struct array {
  void **buffer;
  size_t size;
  size_t capacity;
};

int push(struct array *a, void *one) {
  if (a->size > a->capacity) {
    void **grown = realloc(a->buffer, (a->capacity + 1) * 2 * sizeof *grown);
    if (!grown) return 1;
    a->buffer = grown;
    a->capacity = (a->capacity + 1) * 2;
  }
  a->buffer[a->size++] = one; //~ likely out of bounds
  return 0;
}

int removed(struct array *a, size_t i) {
  if (i >= a->size) return 1;
  memmove(&a->buffer[i], &a->buffer[i + 1], (a->size - i) * sizeof *a->buffer); //~ likely out of bounds
  a->size--;
  return 0;
}

void *at(struct array *a, size_t i) {
  return i < a->size ? a->buffer[i] : 0;
}

/* That it is not empty is up to callers. */
void *top(struct array *a) {
  return a->buffer[a->size - 1];
}

struct cursor {
  const char *text;
  size_t len, pos;
};

int next(struct cursor *c) {
  return c->pos < c->len ? c->text[c->pos++] : 0;
}

int look(struct cursor *c) {
  return c->text[c->pos];
}

struct node {
  struct node *next;
  int count;
};

int two(struct node *n) {
  return n->next ? n->next->count : n->count;
}

struct line {
  char *value;
  size_t length;
  size_t size;
};

// No more is there than there is room for.
int line_add(struct line *line, char c) {
  if (line->length + 1 >= line->size) {
    char *grown = realloc(line->value, line->size * 2 + 2);
    if (!grown) return -1;
    line->value = grown;
    line->size = line->size * 2 + 2;
  }
  line->value[line->length++] = c;
  line->value[line->length] = 0;
  return 0;
}

int line_cut(struct line *line) {
  line->value[line->size + 1] = 0; //~ likely out of bounds
  return line->size > line->length;
}
// Several arrays: by their names. One that may be null is none where something counts it.
struct row {
  int cells, width;
};

struct table {
  struct row *rows;
  int nrows;
  char **keys;
  unsigned key_count;
};

int width(struct table *t) {
  int sum = 0;
  if (t->rows == NULL && t->nrows == 0) return 0;
  for (int i = 0; i < t->nrows; i++) sum += t->rows[i].width;
  return sum;
}

int has(struct table *t, const char *key) {
  for (unsigned i = 0; i < t->key_count; i++)
    if (strcmp(t->keys[i], key) == 0) return 1;
  return 0;
}

int last(struct table *t) {
  for (int i = t->nrows; i >= 0; i--)
    if (t->rows[i].cells) return i; //~ likely out of bounds
  return -1;
}

// Which member of a union there is, callers know.
struct value {
  int kind;
  union {
    struct {
      char *text;
      size_t length;
    } words;
    struct table *table;
  } as;
};

int rows(struct value *v) {
  return v->kind == 2 ? v->as.table->nrows : 0;
}

// Beside other numbers, names do not tell; of several pointers, what points to pointers is the array.
struct edited {
  char *buf, *prompt;
  size_t buflen, plen;
  size_t len, pos;
};

void insert(struct edited *e, char c) {
  if (e->len == e->pos) e->buf[e->pos++] = c;
}

struct items {
  struct items *parent;
  struct row **items;
  size_t count, capacity;
};

int add(struct items *a, struct row *row) {
  if (a->items == NULL && a->capacity == 0) return 1;
  if (a->count < a->capacity) a->items[a->count++] = row;
  return 0;
}

// What is not followed further counts nothing.
struct tree {
  int nsub;
  struct tree **sub;
  const char *name;
};

int names(struct tree *t) {
  int sum = t->name != NULL;
  if (!t->sub) return sum;
  for (int i = 0; i < t->nsub; i++) {
    struct tree *sub = t->sub[i];
    for (int j = 0; j < sub->nsub; j++) sum += sub->sub[j]->name != NULL;
  }
  return sum;
}
