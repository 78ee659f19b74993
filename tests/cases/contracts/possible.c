// rmt: verify => fails
// States that a contract allows are there: none of these functions keeps what it promises.
#include <stdbool.h>
#include <stddef.h>

struct s { int *a; int n; };
struct point { int x, y; };

static bool valid(const struct s *s) {
  return s && __CPROVER_r_ok(s, sizeof *s) && s->n > 0 && s->n < 100 && __CPROVER_rw_ok(s->a, s->n * sizeof(int));
}

static bool both(const struct s *s, const struct s *t) { return valid(s) && valid(t); }

/* By functions. */
void one(struct s *s)
__CPROVER_requires(valid(s))
__CPROVER_assigns(s->n)
__CPROVER_ensures(s->n != 7) //~ a clause of a contract does not hold
{
  s->n = 7;
}

void may_be_the_same(struct s *s, struct s *t)
__CPROVER_requires(both(s, t))
__CPROVER_assigns(s->n)
__CPROVER_ensures(t->n == __CPROVER_old(t->n)) //~ a clause of a contract does not hold
{
  s->n = 1;
}

void elements_may_be_the_same(struct s *s, struct s *t)
__CPROVER_requires(both(s, t))
__CPROVER_assigns(*s->a)
__CPROVER_ensures(t->a[0] == __CPROVER_old(t->a[0])) //~ a clause of a contract does not hold
{
  s->a[0] = 1;
}

/* From a pointer on. */
void behind(char *p)
__CPROVER_requires(__CPROVER_rw_ok(p + 4, 4))
__CPROVER_assigns()
__CPROVER_ensures(p == NULL) //~ a clause of a contract does not hold
{
}

void of_a_member(struct s *s)
__CPROVER_requires(__CPROVER_rw_ok(&s->n, sizeof s->n))
__CPROVER_assigns()
__CPROVER_ensures(s == NULL) //~ a clause of a contract does not hold
{
}

/* The first member stands where the record does. */
void first_member(struct s *s)
__CPROVER_requires(__CPROVER_is_fresh(s, sizeof *s) && __CPROVER_rw_ok(s->a, 4))
__CPROVER_assigns()
__CPROVER_ensures(s->a == NULL) //~ a clause of a contract does not hold
{
}

/* Under conditions. */
void said_twice(int *p, int c)
__CPROVER_requires(c ==> __CPROVER_is_fresh(p, sizeof *p))
__CPROVER_requires(__CPROVER_rw_ok(p, sizeof *p))
__CPROVER_assigns()
__CPROVER_ensures(c) //~ a clause of a contract does not hold
{
}

void in_either_case(int *p, int c)
__CPROVER_requires(c || __CPROVER_rw_ok(p, sizeof *p))
__CPROVER_requires(!c || __CPROVER_rw_ok(p, sizeof *p))
__CPROVER_assigns()
__CPROVER_ensures(!c) //~ a clause of a contract does not hold
{
}

void first_of_two(int *p)
__CPROVER_requires(__CPROVER_r_ok(p, 4) || p == NULL)
__CPROVER_assigns()
__CPROVER_ensures(p == NULL) //~ a clause of a contract does not hold
{
}

void second_of_two(int *p, int *q)
__CPROVER_requires(__CPROVER_r_ok(p, 4) || __CPROVER_is_fresh(q, 4))
__CPROVER_assigns()
__CPROVER_ensures(__CPROVER_r_ok(p, 4)) //~ a clause of a contract does not hold
{
}

void twice_negated(int *p, int k)
__CPROVER_requires(k == 0 ==> !!__CPROVER_r_ok(p, 4))
__CPROVER_assigns()
__CPROVER_ensures(k != 0) //~ a clause of a contract does not hold
{
}

/* Somewhere in the same block. */
void in_range(int *p, int *q)
__CPROVER_requires(__CPROVER_is_fresh(p, 40) && __CPROVER_pointer_in_range_dfcc(p, q, p + 9))
__CPROVER_assigns(*q)
__CPROVER_ensures(p[3] == __CPROVER_old(p[3])) //~ a clause of a contract does not hold
{
  *q = 5;
}

void in_order(struct point *p, struct point *q)
__CPROVER_requires(__CPROVER_is_fresh(p, 10 * sizeof *p) && q >= p && q <= p + 9)
__CPROVER_assigns(q->y)
__CPROVER_ensures(p[3].y == __CPROVER_old(p[3].y)) //~ a clause of a contract does not hold
{
  q->y = 5;
}

void at_a_distance(int *p, int *q)
__CPROVER_requires(__CPROVER_is_fresh(p, 40) && q - p == 3)
__CPROVER_assigns(*q)
__CPROVER_ensures(p[3] == __CPROVER_old(p[3])) //~ a clause of a contract does not hold
{
  *q = 5;
}

void in_one_block(int *p, int *q)
__CPROVER_requires(__CPROVER_is_fresh(p, 40) && __CPROVER_same_object(p, q) && __CPROVER_POINTER_OFFSET(q) == 12)
__CPROVER_assigns(*q)
__CPROVER_ensures(p[3] == __CPROVER_old(p[3])) //~ a clause of a contract does not hold
{
  *q = 5;
}

/* What contracts give back. */
int *get(struct s *s)
__CPROVER_requires(valid(s))
__CPROVER_assigns()
__CPROVER_ensures(__CPROVER_rw_ok(__CPROVER_return_value, 4));

void may_be_given_back(struct s *s)
__CPROVER_requires(valid(s))
__CPROVER_assigns(*s->a)
__CPROVER_ensures(s->a[0] == __CPROVER_old(s->a[0])) //~ a clause of a contract does not hold
{
  int *p = get(s);
  if (p == s->a)
    *p = 1;
}

void make(struct s *s)
__CPROVER_requires(__CPROVER_is_fresh(s, sizeof *s))
__CPROVER_assigns(*s)
__CPROVER_ensures(valid(s));

void made_for_good(struct s *s)
__CPROVER_requires(__CPROVER_is_fresh(s, sizeof *s))
__CPROVER_assigns(*s)
__CPROVER_ensures(s->n < 60) //~ a clause of a contract does not hold
{
  make(s);
}

int *current;

void choose(void)
__CPROVER_assigns(current)
__CPROVER_ensures(__CPROVER_rw_ok(current, 400));

void chosen_for_good(void)
__CPROVER_assigns(current)
__CPROVER_ensures(current == NULL) //~ a clause of a contract does not hold
{
  choose();
}
