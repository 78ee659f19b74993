// rmt: check --check deref => safe
// Constants get their first value, in each round anew; what lies beside them is written.
#include <assert.h>

struct pair { int free; const int fixed; };

void set(int *to) { *to = 9; }

int main(void) {
  for (int i = 0; i < 2; i++) {
    const int now = i;
    struct pair p = {1, i};
    set(&p.free); //=> (not natively) set((int *)&p.fixed);
    const int *look = &now;
    assert(*look == i && p.fixed == i && p.free == 9); //=> assert(*look == 0);
  }
}
