// rmt: check => safe
// basename and dirname, as POSIX has them.
#include <assert.h>
#include <libgen.h>
#include <string.h>

int main(void) {
  char a[] = "/usr/lib", b[] = "/usr/", c[] = "usr", d[] = "///", g[] = "//x", e[] = "", f[] = "a//b//";
  assert(strcmp(basename(a), "lib") == 0); //=> assert(strcmp(basename(a), "/lib") == 0);
  assert(strcmp(dirname(a), "/usr") == 0); //=> assert(strcmp(dirname(a), "/usr/") == 0);
  assert(strcmp(basename(b), "usr") == 0);
  assert(strcmp(dirname(b), "/") == 0);
  assert(strcmp(basename(c), "usr") == 0);
  assert(strcmp(dirname(c), ".") == 0);
  assert(strcmp(basename(d), "/") == 0);
  assert(strcmp(dirname(d), "/") == 0); //=> assert(strcmp(dirname(d), ".") == 0);
  assert(strcmp(dirname(g), "//") == 0);
  assert(strcmp(basename(e), ".") == 0);
  assert(strcmp(dirname(NULL), ".") == 0);
  assert(strcmp(basename(f), "b") == 0);
  assert(strcmp(dirname(f), "a") == 0);
  return 0;
}
