// rmt: check => safe
// Constant members of variables are written where the variable begins, and never again.
#include <stdint.h>
#include <string.h>

struct part { const int a; int b; };
struct long_one { const char name[4]; int b[40]; const int c; };
static struct part shared = {1, 2};

int main(void) {
  for (int i = 0; i < 2; i++) {
    struct part own = {i, 2};
    struct part copy = own;
    struct long_one wide = {"abc", {i}, 3};
    if ((uintptr_t)&own == 17) return 1;
    *(int *)&own.b = 3; //=> (not natively) *(int *)&own.a = 3;
    copy.b = own.a;
    *(int *)&shared.b = 4; //=> (not natively) *(int *)&shared.a = 4;
    memset(&own.b, 0, sizeof own.b); //=> (not natively) memset(&own, 0, sizeof own);
    memcpy(&copy.b, &own.b, sizeof own.b); //=> (not natively) memcpy(&copy, &own, sizeof own);
    memset(wide.b, 0, sizeof wide.b); //=> (not natively) memset(wide.b, 0, sizeof wide.b + 4);
    ((char *)wide.b)[0] = 'x'; //=> (not natively) ((char *)wide.name)[0] = 'x';
  }
  return 0;
}
