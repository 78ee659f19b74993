// rmt: check => safe
#include <arpa/inet.h>
#include <assert.h>
#include <string.h>

int main(void) {
  struct in_addr address;
  char text[INET_ADDRSTRLEN];
  if (inet_pton(AF_INET, "10.0.0.1", &address) != 1) return 1;
  if (!inet_ntop(AF_INET, &address, text, sizeof text)) return 1; //=> (not natively) if (!inet_ntop(AF_INET6, &address, text, sizeof text)) return 1;
  assert(strlen(text) < sizeof text); //=> (not natively) assert(strlen(text) < 7);
  return 0;
}
