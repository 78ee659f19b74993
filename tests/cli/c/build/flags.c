#include <answer.h>
#include <assert.h>

int main(void) {
  assert(ANSWER == 41);
  return 0;
}
