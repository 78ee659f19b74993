// rmt: check --bound 2 => safe-up-to-bound
// The list of interfaces is freed; any of them may have no address.
#include <ifaddrs.h>
#include <string.h>
#include <sys/socket.h>

int main(void) {
  struct ifaddrs *list, *at;
  int count = 0;
  if (getifaddrs(&list) < 0) return 1;
  for (at = list; at; at = at->ifa_next)
    if (at->ifa_name[0] != 0 && at->ifa_addr && at->ifa_addr->sa_family == AF_INET) count++; //=> (not natively) if (at->ifa_addr->sa_family == AF_INET) count++;
  freeifaddrs(list); //=> (not natively) freeifaddrs(at);
  return count;
}
