// rmt check samples/irp_cancel.c --check none --bound 0 --contexts 2: unsafe
/*
 * A driver that queues a packet in its dispatch routine. From then on the device may finish it, and the I/O manager may
 * cancel it, which calls the cancel routine that the driver has set: both run beside each other. Each packet must be
 * completed exactly once.
 *
 * The error: the routine that runs when the device is done takes the packet out of the queue and completes it, though the
 * I/O manager may be about to call the cancel routine, which completes it, too.
 */
#include <assert.h>
#include <pthread.h>

typedef int NTSTATUS;

#define STATUS_SUCCESS 0
#define STATUS_PENDING 259
#define STATUS_CANCELLED (-1)

struct irp;

typedef void (*cancel_routine)(struct irp *);

struct irp {
  int cancelled;
  cancel_routine cancel;
  int completed;
  NTSTATUS status;
};

/* ---- The I/O manager. */

static cancel_routine set_cancel_routine(struct irp *irp, cancel_routine routine) {
  return __atomic_exchange_n(&irp->cancel, routine, __ATOMIC_SEQ_CST);
}

static void complete(struct irp *irp, NTSTATUS status) {
  assert(!irp->completed);
  irp->completed = 1;
  irp->status = status;
}

static void *cancel_packet(void *argument) {
  struct irp *irp = argument;
  cancel_routine routine;
  __atomic_store_n(&irp->cancelled, 1, __ATOMIC_SEQ_CST);
  routine = set_cancel_routine(irp, 0);
  if (routine) routine(irp);
  return 0;
}

/* ---- The driver. */

static struct irp *queued;
static pthread_mutex_t queue_lock = PTHREAD_MUTEX_INITIALIZER;

static void cancel_read(struct irp *irp) {
  pthread_mutex_lock(&queue_lock);
  if (queued == irp) queued = 0;
  pthread_mutex_unlock(&queue_lock);
  complete(irp, STATUS_CANCELLED);
}

static NTSTATUS dispatch_read(struct irp *irp) {
  NTSTATUS status = STATUS_PENDING;
  pthread_mutex_lock(&queue_lock);
  set_cancel_routine(irp, cancel_read);
  if (__atomic_load_n(&irp->cancelled, __ATOMIC_SEQ_CST) && set_cancel_routine(irp, 0))
    status = STATUS_CANCELLED;
  else
    queued = irp;
  pthread_mutex_unlock(&queue_lock);
  if (status == STATUS_CANCELLED) complete(irp, status);
  return status;
}

/* Runs when the device is done. */
static void deferred(void) {
  struct irp *irp;
  pthread_mutex_lock(&queue_lock);
  irp = queued;
  queued = 0;
  pthread_mutex_unlock(&queue_lock);
  if (irp) complete(irp, STATUS_SUCCESS);
}

int main(void) {
  struct irp packet = {0};
  pthread_t manager;
  pthread_create(&manager, 0, cancel_packet, &packet);
  dispatch_read(&packet);
  deferred();
  pthread_join(manager, 0);
  assert(packet.completed == 1);
  return 0;
}
