// rmt: check --bound 4 => safe
// The bytes of an array are those of a number, by a union and by a pointer to the whole.
#include <assert.h>

struct packet {
  union {
    unsigned char bytes[4];
    unsigned int word;
  } head;
  unsigned char tail[4];
};

int main(void) {
  struct packet p = {{{1, 0, 0, 0}}, {2, 0, 0, 0}};
  for (int i = 1; i < 4; i++) p.head.bytes[i] = i;
  assert(p.head.word == 0x03020101);  //=> assert(p.head.word == 1);
  unsigned int *words = (unsigned int *)&p;
  assert(words[1] == 2);  //=> assert(words[1] == 3);
  p.tail[1] = 1;
  assert(words[1] == 258);  //=> assert(words[1] == 2);
}
