// rmt: check => safe
// Hosts and services that are looked up are null or have texts and addresses of their kind.
#include <arpa/inet.h>
#include <netdb.h>
#include <stdio.h>
#include <string.h>

int main(void) {
  struct hostent *host = gethostbyname("localhost"); //=> struct hostent *host = gethostbyname(NULL);
  struct in_addr address;
  if (host) { //=> (not natively) if (!host) {
    memcpy(&address, host->h_addr_list[0], (size_t)host->h_length); //=> (not natively) memcpy(&address, host->h_addr_list[0], 5);
    puts(inet_ntoa(address)); //=> (not natively) inet_ntoa(address)[16] = 0;
    if (host->h_aliases[0]) puts(host->h_aliases[0]); //=> (not natively) puts(host->h_aliases[0]);
    puts(host->h_name);
  }
  struct servent *service = getservbyname("http", "tcp");
  if (service) puts(service->s_proto); //=> (not natively) puts(service->s_proto);
  struct protoent *protocol = getprotobyname("tcp");
  return protocol && protocol->p_proto == 6; //=> (not natively) return protocol->p_proto == 6;
}
