// rmt: check --bound 4 => safe
// A record with an array keeps its other members apart from it, in a ring that is itself a member.
#include <assert.h>
#include <string.h>

struct request {
  int op;
  char key[8];
  int value;
};

struct ring {
  struct request slot[4];
  unsigned head, tail;
};

static struct ring ring;

static void put(const struct request *q) {
  ring.slot[ring.tail % 4] = *q;
  ring.tail++;
}

static void get(struct request *q) {
  *q = ring.slot[ring.head % 4];
  ring.head++;
}

int main(void) {
  struct request q = {1, "one", 10};
  put(&q);
  strcpy(q.key, "two");  //=> strcpy(q.key, "one");
  q.value = 20;
  put(&q);
  get(&q);
  assert(strcmp(q.key, "one") == 0 && q.value == 10);  //=> assert(strcmp(q.key, "two") == 0);
  get(&q);
  assert(strcmp(q.key, "two") == 0 && q.value == 20 && q.op == 1);  //=> assert(q.op == 2);
  assert(ring.head == ring.tail && ring.head == 2);
}
