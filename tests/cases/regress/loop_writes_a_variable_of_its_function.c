// rmt: verify => verified
// What a loop writes of its own function's variables in memory is in its assigns clause, too: it was not asked for.
int last(void)
__CPROVER_assigns()
__CPROVER_ensures(__CPROVER_return_value == 0 || __CPROVER_return_value == 1)
{
  int x = 0, *p = &x, i;
  for (i = 0; i < 3; i++)
  __CPROVER_assigns(i, x) //=> __CPROVER_assigns(i)
  __CPROVER_loop_invariant(x == 0 || x == 1) //=> __CPROVER_loop_invariant(i >= 0)
  {
    x = 1;
  }
  return *p;
}

int second(void)
__CPROVER_assigns()
__CPROVER_ensures(__CPROVER_return_value >= 0)
{
  int a[4] = {0}, i;
  for (i = 0; i < 3; i++)
  __CPROVER_assigns(i, a[1]) //=> __CPROVER_assigns(i, a[2])
  __CPROVER_loop_invariant(i >= 0 && i <= 3 && a[1] >= 0)
  {
    a[1] = i + 1; //=> a[1] = i - 1;
    int fresh[2];
    fresh[1] = i;
    if (fresh[1] != i)
      return -1;
  }
  return a[1];
}
