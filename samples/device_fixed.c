// rmt check samples/device_fixed.c -I samples --check deref,free,leak: safe
/*
 * A device has requests that wait and requests that run, each on a list. Whatever comes in which order: no request is
 * looked at that has been freed, and none is left when the device goes.
 *
 * The twin of device.c: a request that has timed out is off its list before it is freed.
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
  free(request); //=> invalid free: free(request + 1);
}

/* Requests that run beyond their time are given up. */
static void tick(int now) {
  struct list *next;
  for (struct list *at = running.next; at != &running; at = next) {
    struct request *request = container_of(at, struct request, link);
    next = at->next;
    if (request->deadline < now) {
      list_del(at); //=> freed memory: ;
      free(request);
    }
  }
}

static void drain(struct list *list) {
  while (!list_empty(list)) {
    struct list *first = list->next;
    list_del(first);
    free(container_of(first, struct request, link)); //=> (not natively) leaked: ;
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
