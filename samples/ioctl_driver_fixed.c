// rmt check samples/ioctl_driver_fixed.c --check none --bound 4: safe
/*
 * A capture device that is driven by control codes: it is configured, started, read from, stopped and reset, and each
 * code is legal in some states alone. The harness sends four codes of its choice.
 *
 * The twin of ioctl_driver.c: RESET stops the engine whenever it runs.
 */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

#define IOC(group, number) (((group) << 8) | (number))
#define IOC_CONFIGURE IOC('V', 1)
#define IOC_START IOC('V', 2)
#define IOC_READ IOC('V', 3)
#define IOC_STOP IOC('V', 4)
#define IOC_RESET IOC('V', 5)

#define EINVAL 22
#define EBUSY 16
#define EAGAIN 11

enum state { IDLE, CONFIGURED, STREAMING };

struct format {
  unsigned width : 12;
  unsigned height : 12;
  unsigned interlaced : 1;
};

struct capture {
  enum state state;
  struct format format;
  int engine_runs;
  unsigned frames;
};

static struct capture device;

static void engine_start(void) {
  assert(!device.engine_runs);
  device.engine_runs = 1;
}

static void engine_stop(void) {
  assert(device.engine_runs);
  device.engine_runs = 0;
}

static int configure(int width, int height) {
  if (device.state == STREAMING)
    return -EBUSY;
  if (width <= 0 || width > 4095 || height <= 0 || height > 4095)
    return -EINVAL;
  device.format.width = width;
  device.format.height = height;
  device.format.interlaced = height > 1000;
  device.state = CONFIGURED;
  return 0;
}

static int start(void) {
  if (device.state != CONFIGURED)
    return -EINVAL;
  engine_start();
  device.frames = 0;
  device.state = STREAMING;
  return 0;
}

static int read_frame(void) {
  if (device.state != STREAMING)
    return -EINVAL;
  if (__VERIFIER_nondet_int())
    return -EAGAIN;
  device.frames++;
  return device.format.width * device.format.height;
}

static int stop(void) {
  if (device.state != STREAMING)
    return -EINVAL;
  engine_stop();
  device.state = CONFIGURED;
  return 0;
}

static int reset(void) {
  if (device.state == STREAMING)
    engine_stop();
  device.state = IDLE;
  device.format.width = 0;
  device.format.height = 0;
  return 0;
}

static int ioctl(int code, int argument) {
  switch (code) {
  case IOC_CONFIGURE:
    return configure(argument & 0xffff, argument >> 16);
  case IOC_START:
    return start();
  case IOC_READ:
    return read_frame();
  case IOC_STOP:
    return stop();
  case IOC_RESET:
    return reset();
  default:
    return -EINVAL;
  }
}

int main(void) {
  int i;
  ioctl(IOC_CONFIGURE, 640 | 480 << 16);
  ioctl(IOC_START, 0);
  for (i = 0; i < 4; i++) {
    int status = ioctl(__VERIFIER_nondet_int(), 640 | 480 << 16);
    assert(status <= 640 * 480);
    assert(device.state == STREAMING || device.format.width == 640 || device.state == IDLE);
  }
  return 0;
}
