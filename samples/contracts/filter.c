// rmt verify samples/contracts/filter.c -I include: fails
/*
 * A low-pass filter in numbers of fixed point, with 8 bits behind the point. Its state stays in the range of its inputs, so no
 * sum overflows, however long it runs.
 *
 * The error: half a step is added, so that the state leaves the range.
 */
#include <rmt.h>
#include <stddef.h>
#include <stdint.h>

struct filter {
  int32_t state;
  /* How much of a difference is taken over: one of 2 to the power of that. */
  uint8_t shift;
};

#define ONE 256
#define VALID(f) ((f)->shift <= 8 && INT16_MIN * ONE <= (f)->state && (f)->state <= INT16_MAX * ONE)

int16_t filter_step(struct filter *f, int16_t input)
rmt_requires(rmt_fresh(f, sizeof *f) && VALID(f))
rmt_assigns(f->state)
rmt_ensures(VALID(f)) //~ a clause of a contract does not hold
rmt_ensures((0 <= input && 0 <= rmt_old(f->state)) ==> (0 <= rmt_result && 0 <= f->state))
{
  int32_t difference = (int32_t)input * ONE - f->state;
  f->state += (difference + ONE / 2) / (1 << f->shift);
  return (int16_t)(f->state / ONE);
}

/* In place. */
void filter_run(struct filter *f, int16_t *samples, size_t n)
rmt_requires(rmt_fresh(f, sizeof *f) && VALID(f) && n <= 100000 && rmt_fresh(samples, n * sizeof *samples))
rmt_requires(f->state == 0 && rmt_forall(k, 0, n, samples[k] >= 0))
rmt_assigns(f->state, __CPROVER_object_whole(samples))
rmt_ensures(VALID(f) && rmt_forall(k, 0, n, samples[k] >= 0))
{
  for (size_t i = 0; i < n; i++)
  rmt_assigns(i, f->state, __CPROVER_object_whole(samples))
  rmt_invariant(i <= n && VALID(f) && f->state >= 0 && rmt_forall(k, 0, n, samples[k] >= 0))
  rmt_decreases(n - i)
    samples[i] = filter_step(f, samples[i]);
}
