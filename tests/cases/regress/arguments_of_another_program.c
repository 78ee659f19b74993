// rmt: check => safe
// The arguments of another program end with a null pointer; who comes back from its beginning has failed.
#include <assert.h>
#include <unistd.h>

int main(int argc, char **argv) {
  char *const list[] = {"ls", "-l", 0}; //=> (not natively) char *const list[] = {"ls", "-l"};
  if (argc > 2) {
    assert(execvp("./none", list) == -1);
    return 127;
  }
  assert(execl("./none", "ls", "-l", (char *)0) == -1); //=> (not natively) execl("./none", "ls", "-l");
  return 127;
}
