// rmt: check => safe
#include <assert.h>
#include <strings.h>

int main(void) {
  assert(strncasecmp("Content-Type", "CONTENT-length", 8) == 0); //=> assert(strncasecmp("ab", "AC", 2) == 0);
  assert(strncasecmp("ab", "AC", 2) < 0);
}
