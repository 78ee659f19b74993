// rmt check samples/records.c --bound 6: unsafe
/*
 * A ring of records with a key of eight bytes: commands come in, are copied as a whole, and are taken out in order.
 *
 * The error: the check for a full ring lets one record too many in, which takes the place of the first.
 */
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

#define SLOTS 4

struct command {
  char key[8];
  unsigned op;
};

struct ring {
  struct command slot[SLOTS];
  unsigned head, tail;
};

static struct ring ring;

static int put(struct command command) {
  if (ring.tail - ring.head > SLOTS)
    return 0;
  ring.slot[ring.tail % SLOTS] = command;
  ring.tail++;
  return 1;
}

static int take(struct command *command) {
  if (ring.head == ring.tail)
    return 0;
  *command = ring.slot[ring.head % SLOTS];
  ring.head++;
  return 1;
}

int main(void) {
  unsigned first = __VERIFIER_nondet_uint();
  int count = 0;
  struct command command;
  for (int i = 0; i < 6; i++) {
    struct command in = {"command", first + i};
    in.key[i] = '0' + i;
    count += put(in);
  }
  assert(count == SLOTS);
  for (int i = 0; i < count; i++) {
    assert(take(&command));
    assert(command.op == (first + i));
    assert(command.key[i] == '0' + i);
  }
  assert(!take(&command));
  return 0;
}
