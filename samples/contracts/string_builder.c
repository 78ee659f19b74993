// rmt verify samples/contracts/string_builder.c -I include: fails
/*
 * Text is put together in a block of fixed size. It ends with a zero at any time, and what does not fit is refused as a
 * whole. Loops have invariants; nobody says how often they run.
 *
 * The error: there is no room for the zero.
 */
#include <rmt.h>
#include <stdbool.h>
#include <stddef.h>

struct builder {
  char *text;
  size_t length, room;
};

#define VALID(b) ((b)->length < (b)->room && (b)->room <= 65536 && (b)->text[(b)->length] == 0)

void builder_clear(struct builder *b)
rmt_requires(rmt_fresh(b, sizeof *b) && 0 < b->room && b->room <= 65536 && rmt_fresh(b->text, b->room))
rmt_assigns(b->length, b->text[0])
rmt_ensures(VALID(b) && b->length == 0)
{
  b->length = 0;
  b->text[0] = 0;
}

/* Whether all of it fitted. */
bool builder_add(struct builder *b, const char *part, size_t n)
rmt_requires(rmt_fresh(b, sizeof *b) && b->room <= 65536 && rmt_fresh(b->text, b->room) && VALID(b))
rmt_requires(n <= 65536 && rmt_fresh(part, n))
rmt_assigns(b->length, rmt_bytes(b->text, b->room))
rmt_ensures(VALID(b) && b->length == rmt_old(b->length) + (rmt_result ? n : 0))
rmt_ensures(rmt_result ==> rmt_forall(k, 0, n, b->text[rmt_old(b->length) + k] == part[k]))
{
  if (n > b->room - b->length)
    return false;
  for (size_t i = 0; i < n; i++)
  rmt_assigns(i, rmt_bytes(b->text, b->room))
  rmt_invariant(i <= n && rmt_forall(k, 0, i, b->text[b->length + k] == part[k]))
  rmt_decreases(n - i)
    b->text[b->length + i] = part[i];
  b->length += n;
  b->text[b->length] = 0; //~ the assigns clause of the contract does not allow this
  return true;
}

/* A number in decimal digits. */
bool builder_add_number(struct builder *b, unsigned number)
rmt_requires(rmt_fresh(b, sizeof *b) && b->room <= 65536 && rmt_fresh(b->text, b->room) && VALID(b))
rmt_assigns(b->length, rmt_bytes(b->text, b->room))
rmt_ensures(VALID(b))
rmt_ensures(rmt_result ==> (b->length > rmt_old(b->length) && b->length <= rmt_old(b->length) + 10))
{
  char digits[10];
  size_t from = sizeof digits;
  do {
    digits[--from] = (char)('0' + number % 10);
    number /= 10;
  } while (number > 0);
  return builder_add(b, digits + from, sizeof digits - from);
}
