// rmt check samples/state_machine_fixed.c --bound 3: safe
/*
 * A connection as a table of transitions: what is not in the table leaves the state as it is.
 */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

enum state { CLOSED, OPENING, OPEN, CLOSING, STATES };
enum event { CALL, ANSWER, HANG_UP, DONE, EVENTS };

struct transition {
  enum state from;
  enum event event;
  enum state to;
};

static const struct transition transitions[] = {
    {CLOSED, CALL, OPENING}, {OPENING, ANSWER, OPEN}, {OPENING, HANG_UP, CLOSED},  //=> {CLOSED, CALL, OPENING}, {CLOSED, ANSWER, OPEN}, {OPENING, HANG_UP, CLOSED},
    {OPEN, HANG_UP, CLOSING}, {CLOSING, DONE, CLOSED},
};

static enum state next(enum state state, enum event event) {
  for (unsigned i = 0; i < sizeof transitions / sizeof transitions[0]; i++)
    if (transitions[i].from == state && transitions[i].event == event)
      return transitions[i].to;
  return state;
}

int main(void) {
  enum state state = CLOSED;
  int calls = 0, answers = 0, ends = 0;
  for (int i = 0; i < 8; i++) {
    int event = __VERIFIER_nondet_int();
    enum state before = state;
    if (event < 0 || event >= EVENTS)
      return 0;
    state = next(state, (enum event)event);
    calls += before == CLOSED && state == OPENING;
    answers += before == OPENING && state == OPEN;
    ends += before != CLOSED && state == CLOSED;
    assert(before == state || !(before == CLOSED && state == OPEN));
    assert(calls - ends == (state != CLOSED));
  }
  assert(answers <= calls);
  return 0;
}
