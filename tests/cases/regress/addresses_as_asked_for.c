// rmt: check --bound 2 => safe-up-to-bound
// Addresses are of the family that was asked for.
#include <netdb.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>

int main(void) {
  struct addrinfo wanted = {.ai_family = AF_INET, .ai_socktype = SOCK_STREAM}, *found; //=> (not natively) struct addrinfo wanted = {.ai_family = AF_INET6, .ai_socktype = SOCK_STREAM}, *found;
  struct sockaddr_in address;
  if (getaddrinfo("localhost", "80", &wanted, &found))
    return 1;
  memcpy(&address, found->ai_addr, found->ai_addrlen);
  freeaddrinfo(found); //=> (not natively) (void)0;
  return address.sin_port == 3;
}
