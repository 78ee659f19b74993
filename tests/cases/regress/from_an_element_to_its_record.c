// rmt: check => safe
// Pointers into arrays of records lead back to the record by a known distance.
#include <assert.h>
#include <stdlib.h>
struct tag { int before; long long member; int after[2]; };
struct text { unsigned char length, flags; char bytes[]; };
struct key { char bytes[8]; int count; };
static struct text *text_of(char *bytes) { return (struct text *)(bytes - sizeof(struct text)); }
int main(void) {
  struct tag x = {3, 97, {44, 5}};
  int *q = &x.after[1];
  struct tag *whole = (struct tag *)((char *)q - __builtin_offsetof(struct tag, after[1]));
  assert(whole->member == 97);
  struct text *t = malloc(sizeof *t + 4);
  if (!t) return 0;
  t->flags = 7;
  char *s = t->bytes;
  for (int i = 0; i < 4; i++) s[i] = 'a';
  assert(text_of(s)->flags == 7); //=> assert(text_of(s)->flags == 8);
  assert(s[-1] == 7);
  struct key keys[2] = {{"", 0}, {"", 0}};
  for (int i = 0; i < 2; i++) {
    char *c = keys[i].bytes, *end = c + 8;
    while (c != end) *c++ = 'k';
    ((struct key *)keys[i].bytes)->count += i + 1;
  }
  assert(keys[1].count == 2);
  free(t);
  return 0;
}
