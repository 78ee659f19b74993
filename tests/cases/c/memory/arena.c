// rmt: check => safe
// A list in an array of bytes, whose pointers are kept in bytes.
#include <assert.h>
#include <stddef.h>

static char pool[64];
static size_t used;

static void *take(size_t size) {
  if (size > sizeof pool - used) //=>   if (size > sizeof pool)
    return NULL;
  void *at = pool + used;
  used += size; //=>   used += size - 8;
  return at;
}

struct item {
  int value;
  struct item *next;
};

int main(void) {
  struct item *list = NULL;
  for (int i = 0; i < 5; i++) {
    struct item *item = take(sizeof *item);
    if (item == NULL)
      break;
    item->value = i;
    item->next = list;
    list = item;
  }
  assert(used == sizeof pool);
  int sum = 0;
  for (; list != NULL; list = list->next)
    sum += list->value;
  assert(sum == 6); //=>   assert(sum == 10);
  return 0;
}
