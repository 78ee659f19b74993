// rmt check samples/request_queue_fixed.c --bound 2 --check deref,free,leak: safe
/*
 * A queue of requests as a doubly linked list, as block drivers keep one. Requests come in, are served in order, or
 * are cancelled; whoever removes a request frees it.
 *
 * The twin of request_queue.c: cancelling remembers where to go on before it frees.
 */
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct list {
  struct list *next;
  struct list *prev;
};

struct request {
  int id;
  int sectors;
  struct list link;
};

#define container_of(ptr, type, member) ((type *)((char *)(ptr) - __builtin_offsetof(type, member)))

struct queue {
  struct list head;
  int length;
  int served;
};

static struct queue queue;

static void list_init(struct list *list) {
  list->next = list;
  list->prev = list;
}

static void list_add_tail(struct list *entry, struct list *head) {
  entry->prev = head->prev;
  entry->next = head;
  head->prev->next = entry;
  head->prev = entry;
}

static void list_remove(struct list *entry) {
  entry->prev->next = entry->next;
  entry->next->prev = entry->prev;
}

static int list_empty(const struct list *head) {
  return head->next == head;
}

static int submit(int id, int sectors) {
  struct request *request = malloc(sizeof *request);
  if (!request)
    return -1;
  request->id = id;
  request->sectors = sectors;
  list_add_tail(&request->link, &queue.head);
  queue.length++;
  return 0;
}

static int serve(void) {
  struct request *request;
  if (list_empty(&queue.head))
    return -1;
  request = container_of(queue.head.next, struct request, link);
  list_remove(&request->link);
  queue.length--;
  queue.served++;
  free(request); //=> (not natively) leaked: ;
  return 0;
}

static int cancel(int id) {
  struct list *at, *next;
  int cancelled = 0;
  for (at = queue.head.next; at != &queue.head; at = next) {
    struct request *request = container_of(at, struct request, link);
    next = at->next;
    if (request->id == id) {
      list_remove(at);
      queue.length--;
      cancelled++; //=> freed memory: free(request); cancelled += request->id == id;
      free(request); //=> invalid free: free(request); free(request);
    }
  }
  return cancelled;
}

static void drain(void) {
  while (!list_empty(&queue.head))
    serve();
}

int main(void) {
  int submitted = 0;
  int cancelled;
  list_init(&queue.head);
  if (submit(1, __VERIFIER_nondet_int()) == 0)
    submitted++;
  if (submit(2, __VERIFIER_nondet_int()) == 0)
    submitted++;
  assert(queue.length == submitted);
  cancelled = cancel(__VERIFIER_nondet_int());
  assert(queue.length == submitted - cancelled);
  drain();
  assert(queue.length == 0);
  assert(queue.served + cancelled == submitted);
  return 0;
}
