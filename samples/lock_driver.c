// rmt check samples/lock_driver.c --check none --bound 3 --malloc-never-fails: unsafe
/*
 * A serial port driver and its harness. Every port has a lock; the harness opens ports, writes to them and closes
 * them in any order. The lock must be free when it is acquired and held when it is released.
 *
 * The error: when the transmit buffer is full, port_write drains it through port_flush, which takes the lock that
 * port_write already holds.
 */
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

#define PORTS 2
#define CAPACITY 2

enum state { CLOSED, OPEN };

struct lock {
  int held;
};

struct port {
  enum state state;
  struct lock lock;
  int pending;
  int buffer[CAPACITY];
  unsigned sent;
};

static struct port *ports[PORTS];

static void acquire(struct lock *lock) {
  assert(!lock->held);
  lock->held = 1;
}

static void release(struct lock *lock) {
  assert(lock->held);
  lock->held = 0;
}

static void transmit(struct port *port) {
  int i;
  for (i = 0; i < port->pending; i++)
    port->sent++;
  port->pending = 0;
}

static void port_flush(struct port *port) {
  acquire(&port->lock);
  transmit(port);
  release(&port->lock);
}

static int port_open(int number) {
  struct port *port = ports[number];
  if (port->state == OPEN)
    return -1;
  acquire(&port->lock);
  port->state = OPEN;
  port->pending = 0;
  release(&port->lock);
  return 0;
}

static int port_write(int number, int value) {
  struct port *port = ports[number];
  int status = -1;
  acquire(&port->lock);
  if (port->state != OPEN)
    goto out;
  if (port->pending == CAPACITY)
    port_flush(port); /* takes the lock again */
  port->buffer[port->pending++] = value;
  status = 0;
out:
  release(&port->lock);
  return status;
}

static int port_close(int number) {
  struct port *port = ports[number];
  if (port->state != OPEN)
    return -1;
  port_flush(port);
  port->state = CLOSED;
  return 0;
}

struct operation {
  const char *name;
  int argument;
};

static void driver_init(void) {
  int i;
  for (i = 0; i < PORTS; i++) {
    ports[i] = calloc(1, sizeof(struct port));
    if (!ports[i])
      abort();
  }
}

int main(void) {
  int step;
  driver_init();
  if (port_open(0) != 0)
    return 1;
  for (step = 0; step < 3; step++) {
    int value = __VERIFIER_nondet_int();
    switch (__VERIFIER_nondet_int()) {
    case 0:
      port_open(1);
      break;
    case 1:
      port_write(0, value);
      break;
    case 2:
      port_write(1, value);
      break;
    default:
      port_close(0);
      break;
    }
  }
  assert(!ports[0]->lock.held && !ports[1]->lock.held);
  return 0;
}
