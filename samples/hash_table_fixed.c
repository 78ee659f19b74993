// rmt check samples/hash_table_fixed.c --bound 2: safe
/*
 * A hash table with chains: entries are put in, found and removed.
 */
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

#define BUCKETS 4

struct entry {
  unsigned key;
  int value;
  struct entry *next;
};

static struct entry *bucket[BUCKETS];

static struct entry *find(unsigned key) {
  struct entry *entry = bucket[key % BUCKETS];
  while (entry && entry->key != key)
    entry = entry->next;
  return entry;
}

static int put(unsigned key, int value) {
  struct entry *entry = find(key);
  if (!entry) {
    entry = malloc(sizeof *entry);
    if (!entry)
      return 0;
    entry->key = key;
    entry->next = bucket[key % BUCKETS];
    bucket[key % BUCKETS] = entry;
  }
  entry->value = value;
  return 1;
}

static int get(unsigned key, int *value) {
  struct entry *entry = find(key);
  if (entry)
    *value = entry->value;
  return entry != 0;
}

static void discard(unsigned key) {
  struct entry *entry = bucket[key % BUCKETS], *before = 0;
  while (entry && entry->key != key) {
    before = entry;
    entry = entry->next;
  }
  if (!entry)
    return;
  if (before)
    before->next = entry->next;  //=> before->next = 0;
  else
    bucket[key % BUCKETS] = entry->next;
  free(entry);
}

int main(void) {
  int first = __VERIFIER_nondet_int();
  int value = 0;
  if (!put(1, first) || !put(5, 50) || !put(9, 90))
    return 1;
  discard(5);
  assert(get(1, &value) && value == first);
  assert(!get(5, &value));
  assert(get(9, &value) && value == 90);
  return 0;
}
