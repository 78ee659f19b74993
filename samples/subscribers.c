// rmt check samples/subscribers.c -I include --provers shape: safe
/*
 * One subscriber leaves, the others are told of an event. Whatever the list and whoever leaves, nobody is told who is
 * freed: `rmt_list` makes lists of any length, and no bound is given. The comment behind a line is the same line with a
 * mistake.
 */
#include <rmt.h>

struct subscriber {
  int name, events;
  struct subscriber *next;
};

/* The list without the first subscriber of that name. */
static struct subscriber *leave(struct subscriber *all, int name) {
  struct subscriber *before = 0;
  for (struct subscriber *who = all; who; before = who, who = who->next)
    if (who->name == name) {
      if (before)
        before->next = who->next;
      else
        all = who->next; //=> (not natively) all = who;
      free(who);
      break;
    }
  return all;
}

int main(void) {
  struct subscriber *all = rmt_list(struct subscriber, next);
  all = leave(all, rmt_int());
  for (struct subscriber *who = all; who; who = who->next)
    who->events = 0;
  return 0;
}
