// rmt: check => safe
// With GNU extensions, addresses of sockets are passed as transparent unions.
#define _GNU_SOURCE
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

int main(void) {
  int own = socket(AF_INET, SOCK_DGRAM, 0), other;
  struct sockaddr_in address, from;
  socklen_t room = sizeof from;
  char text[4];
  if (own < 0) return 1;
  memset(&address, 0, sizeof address);
  address.sin_family = AF_INET;
  if (bind(own, (struct sockaddr *)&address, sizeof address) < 0) return 1; //=> (not natively) if (bind(own, (struct sockaddr *)&address, sizeof address + 1) < 0) return 1;
  if (connect(own, (const struct sockaddr *)&address, sizeof address) < 0) return 1; //=> (not natively) connect(own, (struct sockaddr *)&room, sizeof address);
  sendto(own, "abc", 3, 0, (struct sockaddr *)&address, sizeof address); //=> (not natively) sendto(own, "abc", 5, 0, (struct sockaddr *)&address, sizeof address);
  if (recvfrom(own, text, sizeof text, 0, (struct sockaddr *)&from, &room) < 0) return 1; //=> (not natively) room = 100; if (recvfrom(own, text, sizeof text, 0, (struct sockaddr *)&from, &room) < 0) return 1;
  room = sizeof from;
  if (getsockname(own, (struct sockaddr *)&from, &room) < 0) return 1; //=> (not natively) if (getsockname(own, (struct sockaddr *)&text, &room) < 0) return 1;
  room = sizeof from;
  if (getpeername(own, (struct sockaddr *)&from, &room) < 0) return 1;
  other = accept(own, NULL, NULL);
  if (other >= 0) close(other);
  return from.sin_family == AF_UNIX;
}
