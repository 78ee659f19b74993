// rmt: check --bound 12 => unsafe
// What is written behind an array would go to the next member.
#include <assert.h>

struct entry {
  char key[8];
  int value;
};

static void copy(char *to, const char *from) {
  while ((*to++ = *from++)) {}  //~ out of bounds of an array in a record
}

int main(void) {
  struct entry e = {"", 7};
  copy(e.key, "12345678");
  assert(e.value == 7);
}
