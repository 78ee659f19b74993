// rmt: verify => verified
// Structures and unions by value: any, and the function's own.
struct two {
  int x, y;
};

int next(struct two a)
__CPROVER_requires(a.x < 100) //=> __CPROVER_requires(1)
__CPROVER_assigns()
__CPROVER_ensures(__CPROVER_return_value == a.x + 1) //=> __CPROVER_ensures(__CPROVER_return_value == a.y + 1)
{
  return a.x + 1;
}

struct two swapped(struct two a)
__CPROVER_assigns()
__CPROVER_ensures(__CPROVER_return_value.x == __CPROVER_old(a.y) && __CPROVER_return_value.y == __CPROVER_old(a.x)) //=> __CPROVER_ensures(__CPROVER_return_value.x == __CPROVER_old(a.x))
{
  int x = a.x;
  a.x = a.y;
  a.y = x; //=> a.y = a.x;
  return a;
}

union word {
  unsigned number;
  unsigned char bytes[4];
};

unsigned low(union word w)
__CPROVER_assigns()
__CPROVER_ensures(__CPROVER_return_value == w.number % 256) //=> __CPROVER_ensures(__CPROVER_return_value == w.number)
{
  return w.bytes[0];
}

int apart(struct two a, struct two *b)
__CPROVER_requires(__CPROVER_is_fresh(b, sizeof *b) && b->x == 3)
__CPROVER_assigns()
__CPROVER_ensures(__CPROVER_return_value == 3)
{
  a.x = 4; //=> b->x = 4;
  return b->x;
}

int uses(void)
__CPROVER_assigns()
__CPROVER_ensures(__CPROVER_return_value == 8) //=> __CPROVER_ensures(__CPROVER_return_value == 9)
{
  struct two t = {7, 2};
  return next(t);
}
