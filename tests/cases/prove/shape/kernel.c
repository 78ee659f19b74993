// prove: shape --check deref,free,leak => safe
// Lists as in an operating system's kernel: a link is a member, loops are macros, and the list is a ring with its head.
#include <stddef.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct link {
  struct link *next, *prev;
};
struct task {
  int number;
  struct link link;
};
#define entry(p, type, member) ((type *)((char *)(p)-offsetof(type, member)))
#define for_each_safe(at, after, head) \
  for (at = (head)->next, after = at->next; at != (head); at = after, after = at->next)
static void between(struct link *n, struct link *prev, struct link *next) {
  next->prev = n; //=> ;
  n->next = next;
  n->prev = prev;
  prev->next = n;
}
static void add(struct link *n, struct link *head) {
  between(n, head, head->next);
}
static void add_tail(struct link *n, struct link *head) {
  between(n, head->prev, head);
}
static void del(struct link *n) {
  n->next->prev = n->prev;
  n->prev->next = n->next;
}
static int empty(struct link *head) {
  return head->next == head;
}
int main(void) {
  struct link tasks;
  tasks.next = tasks.prev = &tasks;
  struct link *at, *after;
  while (__VERIFIER_nondet_int()) {
    struct task *t = malloc(sizeof *t);
    if (!t)
      break;
    t->number = __VERIFIER_nondet_int();
    if (__VERIFIER_nondet_int())
      add(&t->link, &tasks);
    else
      add_tail(&t->link, &tasks);
  }
  for_each_safe(at, after, &tasks) {
    struct task *t = entry(at, struct task, link);
    if (t->number < 0) {
      del(at); //=> ;
      free(t);
    }
  }
  while (!empty(&tasks)) {
    struct task *t = entry(tasks.prev, struct task, link);
    del(&t->link);
    free(t);
  }
  return 0;
}
