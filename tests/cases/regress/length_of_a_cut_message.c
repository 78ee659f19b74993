// rmt: check => unsafe (not natively)
// With MSG_TRUNC, the length is that of the message, which may be longer than the room.
#include <sys/socket.h>

int main(void) {
  char bytes[64];
  ssize_t n = recv(0, bytes, sizeof bytes, MSG_TRUNC);
  if (n <= 0)
    return 1;
  return bytes[n - 1]; //~ invalid read: out of bounds
}
