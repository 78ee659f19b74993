// rmt: check => safe
// Calls give any member of a transparent union for it, which is passed as its first member is.
#include <assert.h>

typedef union {
  int *number;
  const char *text;
} some __attribute__((transparent_union));

static int first(some of, int is_text) {
  return is_text ? of.text[0] : *of.number; //=> return is_text ? of.text[0] : of.number[1];
}

int main(void) {
  int one = 1;
  some given;
  int (*by_pointer)(some, int) = first;
  given.number = &one;
  assert(first(&one, 0) == 1); //=> assert(first(&one, 0) == 2);
  assert(first("abc", 1) == 'a'); //=> assert(first(0, 1) == 'a');
  assert(by_pointer(given, 0) == 1); //=> assert(by_pointer("b", 1) == 'a');
  return 0;
}
