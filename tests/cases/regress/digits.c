// rmt: check --check deref => safe
#include <assert.h>
#include <ctype.h>

extern const unsigned short **__ctype_b_loc(void);

int main(void) {
  assert(isdigit('7') && !isdigit('a')); //=> assert(isdigit('7') && isdigit('a'));
  assert((*__ctype_b_loc())['7'] & 0x800); //=> assert((*__ctype_b_loc())['a'] & 0x800);
}
