// rmt: check => unsafe (not natively)
// A list of addresses is left.
#include <netdb.h>
#include <stddef.h>

int main(void) {
  struct addrinfo *found;
  if (getaddrinfo("localhost", "80", NULL, &found) != 0)
    return 1;
  return found->ai_family == AF_INET;
} //~ memory is leaked
