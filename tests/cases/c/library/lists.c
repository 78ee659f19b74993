// rmt: check --bound 1 => safe-up-to-bound
// What is made for lists of addresses, names and files is freed by what frees it.
#include <assert.h>
#include <dirent.h>
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  struct addrinfo wanted, *found, *at;
  memset(&wanted, 0, sizeof wanted);
  int error = getaddrinfo("localhost", "80", &wanted, &found);
  if (error != 0) //=> (not natively) if (error == 1)
    return puts(gai_strerror(error)) < 0;
  for (at = found; at; at = at->ai_next) //=> (not natively) for (at = found;; at = at->ai_next)
    if (at->ai_family == AF_INET && at->ai_addr->sa_family == AF_INET)
      break;
  freeaddrinfo(found); //=> (not natively) freeaddrinfo(found), freeaddrinfo(found);

  struct dirent **entries;
  int count = scandir(".", &entries, NULL, alphasort);
  if (count < 0)
    return 1;
  for (int i = 0; i < count; i++) {
    assert(strlen(entries[i]->d_name) < sizeof entries[i]->d_name);
    free(entries[i]);
  }
  free(entries);
  return 0;
}
