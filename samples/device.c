// rmt check samples/device.c -I samples --check deref,free,leak: unsafe
/*
 * A device has requests that wait and requests that run, each on a list. A request that has timed out
 * is freed, and the next one is looked for in it.
 */
#include "list.h"
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct request {
  int sector, deadline;
  struct list link;
};

static struct list waiting, running;

static void submit(int sector, int deadline) {
  struct request *request = malloc(sizeof *request);
  if (!request)
    return;
  request->sector = sector;
  request->deadline = deadline;
  list_add_tail(&request->link, &waiting);
}

/* The first request that waits is handed to the device. */
static void start(void) {
  if (list_empty(&waiting))
    return;
  struct list *first = waiting.next;
  list_del(first);
  list_add_tail(first, &running);
}

/* The device has done what it was handed first. */
static void complete(void) {
  if (list_empty(&running))
    return;
  struct request *request = container_of(running.next, struct request, link);
  list_del(&request->link);
  free(request);
}

/* Requests that run beyond their time are given up. */
static void tick(int now) {
  for (struct list *at = running.next; at != &running; at = at->next) {
    struct request *request = container_of(at, struct request, link);
    if (request->deadline < now) {
      list_del(at);
      free(request);
    }
  }
}

static void drain(struct list *list) {
  while (!list_empty(list)) {
    struct list *first = list->next;
    list_del(first);
    free(container_of(first, struct request, link));
  }
}

int main(void) {
  list_init(&waiting);
  list_init(&running);
  while (__VERIFIER_nondet_int())
    switch (__VERIFIER_nondet_int()) {
    case 0:
      submit(__VERIFIER_nondet_int(), __VERIFIER_nondet_int());
      break;
    case 1:
      start();
      break;
    case 2:
      complete();
      break;
    default:
      tick(__VERIFIER_nondet_int());
    }
  drain(&waiting);
  drain(&running);
  return 0;
}
