// rmt: verify => rejected
// Control comes into the middle of a round from behind the loop: what it did there is not what a round does.
int passes(int n)
__CPROVER_requires(n > 0 && n < 100)
__CPROVER_assigns()
__CPROVER_ensures(__CPROVER_return_value == 0)
{
  int flag = 0;
  for (int i = 0; i < n; i++) //~ jumps into a loop with a contract are not supported
  __CPROVER_loop_invariant(0 <= i && i <= n)
  {
    if (i == 3) {
      flag = 1;
      goto out;
    }
  back:;
  }
  return flag;
out:
  goto back;
}
