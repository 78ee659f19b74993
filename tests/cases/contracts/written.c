// rmt: verify => verified
// Loops with invariants and without assigns clauses: what their texts write.
#include <stddef.h>
#include <stdint.h>

typedef struct { int16_t c[64]; } poly;

int16_t reduced(int16_t a)
__CPROVER_assigns()
__CPROVER_ensures(0 <= __CPROVER_return_value && __CPROVER_return_value < 100);

void reduce(poly *p)
__CPROVER_requires(__CPROVER_is_fresh(p, sizeof *p))
__CPROVER_assigns(__CPROVER_object_upto(p, sizeof *p)) //=> __CPROVER_assigns()
__CPROVER_ensures(__CPROVER_forall { unsigned k; k < 64 ==> (0 <= p->c[k] && p->c[k] < 100) }) //=> __CPROVER_ensures(__CPROVER_forall { unsigned k; k < 64 ==> (0 <= p->c[k] && p->c[k] < 99) })
{
  for (unsigned i = 0; i < 64; i++) //=> for (unsigned i = 0; i <= 64; i++)
  __CPROVER_loop_invariant(i <= 64)
  __CPROVER_loop_invariant(__CPROVER_forall { unsigned k; k < i ==> (0 <= p->c[k] && p->c[k] < 100) })
  {
    p->c[i] = reduced(p->c[i]); //=> p->c[i] = p->c[i];
  }
}

/* What else is in memory stays: `b` is not written. */
void add(poly *a, const poly *b)
__CPROVER_requires(__CPROVER_is_fresh(a, sizeof *a) && __CPROVER_is_fresh(b, sizeof *b))
__CPROVER_requires(__CPROVER_forall { unsigned k; k < 64 ==> (0 <= a->c[k] && a->c[k] < 100) })
__CPROVER_requires(__CPROVER_forall { unsigned k; k < 64 ==> (0 <= b->c[k] && b->c[k] < 100) })
__CPROVER_assigns(__CPROVER_object_upto(a, sizeof *a))
__CPROVER_ensures(__CPROVER_forall { unsigned k; k < 64 ==> a->c[k] < 200 }) //=> __CPROVER_ensures(__CPROVER_forall { unsigned k; k < 64 ==> a->c[k] < 198 })
{
  for (unsigned i = 0; i < 64; i++)
  __CPROVER_loop_invariant(i <= 64)
  __CPROVER_loop_invariant(__CPROVER_forall { unsigned k; k < i ==> a->c[k] < 200 })
  __CPROVER_loop_invariant(__CPROVER_forall { unsigned k; (i <= k && k < 64) ==> (0 <= a->c[k] && a->c[k] < 100) }) //=> __CPROVER_loop_invariant(i >= 0)
  {
    a->c[i] = (int16_t)(a->c[i] + b->c[i]);
  }
}

/* Two parts of one object are apart. */
void clear_both(poly *p, poly *q)
__CPROVER_requires(__CPROVER_is_fresh(p, sizeof *p) && __CPROVER_is_fresh(q, sizeof *q))
__CPROVER_assigns(p->c[0], q->c[0]);

void halves(poly *both)
__CPROVER_requires(__CPROVER_is_fresh(both, 2 * sizeof *both))
__CPROVER_assigns(__CPROVER_object_upto(both, 2 * sizeof *both))
{
  clear_both(&both[0], &both[1]); //=> clear_both(&both[0], &both[0]);
}

/* Bits are read as bits. */
uint8_t chosen(uint8_t a, uint8_t b, uint8_t mask)
__CPROVER_requires(mask == 0 || mask == 255)
__CPROVER_ensures(__CPROVER_return_value == (mask ? a : b)) //=> __CPROVER_ensures(__CPROVER_return_value == a)
{
  return b ^ (mask & (a ^ b));
}

/* A loop in a loop: where a round of the outer one begins, the inner one does not run. */
void pack(unsigned char *m, const short *r)
__CPROVER_requires(__CPROVER_is_fresh(m, 32) && __CPROVER_is_fresh(r, 256 * sizeof *r))
__CPROVER_assigns(__CPROVER_object_upto(m, 32)) //=> __CPROVER_assigns(__CPROVER_object_upto(m, 31))
{
  for (unsigned i = 0; i < 32; i++)
  __CPROVER_loop_invariant(i <= 32)
  {
    m[i] = 0;
    for (unsigned j = 0; j < 8; j++)
    __CPROVER_loop_invariant(i < 32 && j <= 8)
      m[i] |= (unsigned char)((r[8 * i + j] & 1) << j);
  }
}
