// rmt: check -m32 --check none => safe
// Atomic numbers of 64 bits lie at multiples of eight, others of four; `__alignof__` says what variables get.
#include <assert.h>

struct plain { char c; long long n; };
struct atomic { char c; _Atomic long long n; };

int main(void) {
  assert(sizeof(struct plain) == 12);
  assert(sizeof(struct atomic) == 16); //=> assert(sizeof(struct atomic) == 12);
  assert(_Alignof(_Atomic long long) == 8 && _Alignof(long long) == 4 && __alignof__(long long) == 8);
}
