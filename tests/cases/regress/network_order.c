// rmt: check => safe
// Numbers in the order of bytes of a network.
#include <arpa/inet.h>
#include <assert.h>
#include <stdint.h>
#include <string.h>

uint32_t __VERIFIER_nondet_uint(void);
uint16_t __VERIFIER_nondet_ushort(void);

int main(void) {
  uint32_t n = __VERIFIER_nondet_uint();
  uint16_t port = __VERIFIER_nondet_ushort();
  uint32_t sent = htonl(n);
  unsigned char bytes[4];
  memcpy(bytes, &sent, sizeof sent);
  assert(bytes[0] == n >> 24 && bytes[3] == (n & 255)); //=>   assert(bytes[0] == (n & 255));
  assert(ntohl(sent) == n);
  assert(ntohs(htons(port)) == port); //=>   assert(htons(port) == port);
  return 0;
}
