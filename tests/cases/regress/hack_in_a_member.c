// rmt: check => unsafe
// The array that ends the last member goes on behind that: what clears the block clears it.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct packet {
  int length;
  char data[1];
};

struct message {
  int id;
  struct packet packet;
};

int main(int argc, char **argv) {
  struct message *m = malloc(64);
  int cleared;
  if (!m) return 1;
  struct packet *packet = &m->packet;
  packet->length = 3;
  m->packet.data[argc & 31] = 4;
  memset(m, 0, 64);
  cleared = m->packet.data[argc & 31] == 0;
  free(m);
  assert(!cleared); //~ assertion
  return 0;
}
