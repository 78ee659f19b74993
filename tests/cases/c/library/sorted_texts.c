// rmt: check => safe
// Pointers to texts are sorted, and records with texts in them.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct word {
  const char *text;
  int count;
};

static int by_text(const void *a, const void *b) {
  return strcmp(*(const char *const *)a, *(const char *const *)b);
}

struct page {
  const char *title;
  char body[64];
};

static int by_title(const void *a, const void *b) {
  const struct page *x = a, *y = b;
  return strcmp(x->title, y->title);
}

static int by_count(const void *a, const void *b) {
  const struct word *x = a, *y = b;
  return (x->count > y->count) - (x->count < y->count);
}

int main(void) {
  const char *names[] = {"c", "a", "b"};
  struct word words[] = {{"c", 3}, {"a", 1}, {"b", 2}};
  qsort(names, 3, sizeof *names, by_text);
  qsort(words, 3, sizeof *words, by_count); //=>   qsort(words, 2, sizeof *words, by_count);
  struct page pages[] = {{"b", "second"}, {"a", "first"}};
  qsort(pages, 2, sizeof *pages, by_title);
  assert(pages[0].title[0] == 'a' && pages[0].body[0] == 'f');
  for (int i = 0; i < 3; i++)
    assert(names[i][0] == words[i].text[0]);
  return 0;
}
