// rmt check samples/irp_driver_fixed.c --check none --bound 2: safe
/*
 * Request packets of a storage filter driver. The I/O manager (the harness) hands the driver one packet at a time; the
 * driver must complete each exactly once, pass it down at most once, and never touch a packet that is completed,
 * except that a packet marked pending may be completed later by the deferred routine.
 *
 * The twin of irp_driver.c: whoever completes a failed read says so.
 */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

typedef int NTSTATUS;

#define STATUS_SUCCESS 0
#define STATUS_PENDING 259
#define STATUS_NOT_SUPPORTED (-1)
#define STATUS_IO_ERROR (-2)

enum major { MJ_CREATE, MJ_CLOSE, MJ_READ, MJ_WRITE, MJ_CONTROL, MJ_COUNT };

struct device;

struct irp {
  enum major major;
  int sector;
  int completed;
  int forwarded;
  int pending;
  NTSTATUS status;
};

struct device {
  int opened;
  struct irp *queued;
};

static struct device filter;

/* The driver object: one routine for each kind of packet. */
static struct {
  NTSTATUS (*dispatch[MJ_COUNT])(struct device *, struct irp *);
} driver;

static void complete(struct irp *irp, NTSTATUS status) {
  assert(!irp->completed);
  irp->completed = 1;
  irp->status = status;
}

static NTSTATUS call_lower(struct irp *irp) {
  assert(!irp->completed && !irp->forwarded);
  irp->forwarded = 1;
  return __VERIFIER_nondet_int() ? STATUS_SUCCESS : STATUS_IO_ERROR;
}

static NTSTATUS dispatch_create(struct device *device, struct irp *irp) {
  device->opened++;
  complete(irp, STATUS_SUCCESS);
  return STATUS_SUCCESS;
}

static NTSTATUS dispatch_close(struct device *device, struct irp *irp) {
  NTSTATUS status = device->opened > 0 ? STATUS_SUCCESS : STATUS_NOT_SUPPORTED;
  if (device->opened > 0)
    device->opened--;
  complete(irp, status);
  return status;
}

/* Runs when the lower driver is done. Failures are final. */
static int read_completion(struct irp *irp, NTSTATUS status) {
  if (status == STATUS_SUCCESS)
    return 0;
  complete(irp, status);
  return 1;
}

static NTSTATUS dispatch_read(struct device *device, struct irp *irp) {
  NTSTATUS status;
  if (!device->opened) {
    complete(irp, STATUS_NOT_SUPPORTED);
    return STATUS_NOT_SUPPORTED;
  }
  status = call_lower(irp);
  if (!read_completion(irp, status))
    complete(irp, status);
  return status;
}

static NTSTATUS dispatch_write(struct device *device, struct irp *irp) {
  if (device->queued) {
    complete(irp, STATUS_IO_ERROR);
    return STATUS_IO_ERROR;
  }
  irp->pending = 1;
  device->queued = irp;
  return STATUS_PENDING;
}

static NTSTATUS dispatch_control(struct device *device, struct irp *irp) {
  complete(irp, STATUS_NOT_SUPPORTED);
  return STATUS_NOT_SUPPORTED;
}

/* The deferred routine: finishes the write that waits. */
static void deferred(struct device *device) {
  struct irp *irp = device->queued;
  if (irp) {
    device->queued = 0;
    complete(irp, call_lower(irp));
  }
}

static void add_device(void) {
  driver.dispatch[MJ_CREATE] = dispatch_create;
  driver.dispatch[MJ_CLOSE] = dispatch_close;
  driver.dispatch[MJ_READ] = dispatch_read;
  driver.dispatch[MJ_WRITE] = dispatch_write;
  driver.dispatch[MJ_CONTROL] = dispatch_control;
}

int main(void) {
  struct irp packets[2];
  int i;
  add_device();
  for (i = 0; i < 2; i++) {
    struct irp *irp = &packets[i];
    int major = __VERIFIER_nondet_int();
    NTSTATUS status;
    __VERIFIER_assume(major >= 0 && major < MJ_COUNT);
    irp->major = major;
    irp->sector = __VERIFIER_nondet_int();
    __VERIFIER_assume(irp->sector >= 0);
    irp->completed = irp->forwarded = irp->pending = 0;
    status = driver.dispatch[irp->major](&filter, irp);
    assert(status == STATUS_PENDING ? irp->pending && !irp->completed : irp->completed);
    if (__VERIFIER_nondet_int())
      deferred(&filter);
  }
  deferred(&filter);
  for (i = 0; i < 2; i++)
    assert(packets[i].completed);
  return 0;
}
