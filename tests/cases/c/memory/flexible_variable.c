// rmt: check => safe
// A variable whose flexible array is initialised has room for that.
#include <assert.h>

static struct { int count; int items[]; } numbers = {3, {1, 2, 3}};

struct text { short size; char bytes[]; };

int main(void) {
  static struct text word = {3, "abc"};
  static struct text pair = {2, {[5] = 'x'}};
  assert(numbers.items[numbers.count - 1] == 3); //=> assert(numbers.items[numbers.count] == 0);
  assert(word.bytes[2] == 'c' && word.bytes[3] == 0); //=> (not natively) assert(word.bytes[4] == 0);
  assert(pair.bytes[5] == 'x' && pair.bytes[0] == 0); //=> (not natively) assert(pair.bytes[6] == 0);
  return 0;
}
