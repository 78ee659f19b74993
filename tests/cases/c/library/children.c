// rmt: check => safe
// Who waits for a process without WNOHANG gets its status.
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
  pid_t child = fork();
  if (child < 0) return 1;
  if (child == 0) _exit(3);
  int status;
  if (waitpid(child, &status, 0) < 0) return 1; //=> (not natively) if (waitpid(child, &status, WNOHANG) < 0) return 1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}
