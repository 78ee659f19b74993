// rmt verify samples/contracts/ring_buffer_fixed.c -I include: verified
/*
 * A ring buffer of bytes in a block of its user's. What holds between two calls is a function, `valid`; contracts say what
 * each operation does to it, and what it leaves alone. Callers know no more than that: `exchange` is proved without the
 * bodies of the operations.
 */
#include <rmt.h>
#include <stdbool.h>
#include <stddef.h>

struct ring {
  unsigned char *bytes;
  size_t room, first, count;
};

static inline bool valid(const struct ring *r) {
  return r->room > 0 && r->room <= 65536 && r->first < r->room && r->count <= r->room &&
         rmt_writable(r->bytes, r->room);
}

void ring_init(struct ring *r, unsigned char *bytes, size_t room)
rmt_requires(rmt_fresh(r, sizeof *r) && 0 < room && room <= 65536 && rmt_fresh(bytes, room))
rmt_assigns(*r)
rmt_ensures(valid(r) && r->bytes == bytes && r->room == room && r->count == 0)
{
  r->bytes = bytes;
  r->room = room;
  r->first = r->count = 0;
}

/* Whether there was room. */
bool ring_put(struct ring *r, unsigned char byte)
rmt_requires(rmt_fresh(r, sizeof *r) && valid(r))
rmt_assigns(r->count, rmt_bytes(r->bytes, r->room))
rmt_ensures(valid(r) && rmt_result == (rmt_old(r->count) < r->room))
rmt_ensures(r->count == rmt_old(r->count) + rmt_result)
rmt_ensures(rmt_result ==> r->bytes[(r->first + rmt_old(r->count)) % r->room] == byte)
rmt_ensures(rmt_old(r->count) > 0 ==> r->bytes[r->first] == rmt_old(r->bytes[r->first]))
{
  if (r->count == r->room)
    return false;
  size_t at = r->first + r->count;
  if (at >= r->room)
    at -= r->room;
  r->bytes[at] = byte;
  r->count++;
  return true;
}

/* Whether there was a byte. */
bool ring_get(struct ring *r, unsigned char *byte)
rmt_requires(rmt_fresh(r, sizeof *r) && rmt_fresh(byte, 1) && valid(r))
rmt_assigns(r->first, r->count, *byte)
rmt_ensures(valid(r) && rmt_result == (rmt_old(r->count) > 0))
rmt_ensures(r->count == rmt_old(r->count) - rmt_result)
rmt_ensures(rmt_result ==> *byte == r->bytes[rmt_old(r->first)])
{
  if (r->count == 0)
    return false;
  *byte = r->bytes[r->first];
  r->first = r->first + 1 == r->room ? 0 : r->first + 1;
  r->count--;
  return true;
}

/* Puts one in and takes one out; where nothing was in it, it is the same. */
unsigned char exchange(struct ring *r, unsigned char byte)
rmt_requires(rmt_fresh(r, sizeof *r) && valid(r))
rmt_assigns(r->first, r->count, rmt_bytes(r->bytes, r->room))
rmt_ensures(valid(r))
rmt_ensures(rmt_old(r->count) == 0 ==> (rmt_result == byte && r->count == 0))
{
  unsigned char out = 0;
  ring_put(r, byte);
  ring_get(r, &out);
  return out;
}
