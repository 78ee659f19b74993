// rmt: check --malloc-never-fails => safe
// Paths are read where calls of the system are given some, unless they are null.
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void) {
  char cut[3] = {'a', 'b'}; //=> (not natively) char cut[2] = {'a', 'b'};
  struct stat status;
  char *name = malloc(8), *address = malloc(16), *none = NULL;
  strcpy(name, "abc"); //=> (not natively) memset(name, 'a', 8);
  memset(address, 0, 16);
  stat(cut, &status);
  if (open(name, O_RDONLY) < 0) access(none, R_OK); //=> (not natively) free(name), chdir(name);
  bind(0, (struct sockaddr *)address, 16); //=> (not natively) bind(0, (struct sockaddr *)address, 17);
  free(name);
  free(address);
  return 0;
}
