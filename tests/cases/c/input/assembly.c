// rmt: check --check deref => unsafe (not natively)
// Outputs are any values of their types; what inputs are read from, and all else, stays.
#include <assert.h>

struct device {
  int status, mode;
};

__asm__(".globl device_base");

static void settle(struct device *device) {
  int mode = device->mode, *counter;
  __asm__ volatile(
      "in %[status], 0x10\n\t" /* : "=r"(mode) is a comment */
      "dec %[mode]"
      : [status] "=m"(device->status), [mode] "+a"(mode)
      : [counter] "m"(device->mode), "i"(sizeof(int)) /* : */
      : "cc");
  __asm__("lea counter, %0" : "=r"(counter));
  if (counter == &device->mode) *counter = 1;
  __asm__("dmb ish; msr cpsr_c, #0x1f" ::: "memory");
}

int main(void) {
  struct device device = {1, 2};
  int before = device.mode;
  settle(&device);
  assert(device.mode == before);
  assert(device.status == 1); //~ assertion `device.status == 1` failed
  return 0;
}
