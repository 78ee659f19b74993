// rmt: verify => verified
// Loops without a contract whose rounds are counted: by what is in front of them, and by what their counter's type allows.
int behind_another(int flag)
__CPROVER_assigns()
__CPROVER_ensures(__CPROVER_return_value == 9) //=> __CPROVER_ensures(__CPROVER_return_value == 8)
{
  int i, n = 0;
  for (i = 0; i < (3 * 3 / 4) * 4; i += 4)
    n += flag ? 4 : 2 * 2;
  for (; i < 9; i++)
    n++;
  return n;
}

unsigned from_anywhere(unsigned i)
__CPROVER_assigns()
__CPROVER_ensures(__CPROVER_return_value >= 9) //=> __CPROVER_ensures(__CPROVER_return_value == 9)
{
  for (; i < 9; i++) {}
  return i;
}

int downwards(void)
__CPROVER_assigns()
__CPROVER_ensures(__CPROVER_return_value == 3)
{
  int n = 0, i = 2;
  for (; i >= 0; i--)
    n++;
  return n;
}

int elements(void)
__CPROVER_assigns()
__CPROVER_ensures(__CPROVER_return_value == 3) //=> __CPROVER_ensures(__CPROVER_return_value == 4)
{
  int a[3], n = 0;
  for (unsigned long i = 0; i < sizeof(a) / sizeof(a[0]); i++)
    n++;
  return n;
}

/* The first loop may end early, so the counter behind it is not known. */
int left_early(int flag)
__CPROVER_assigns()
__CPROVER_ensures(__CPROVER_return_value >= 2)
{
  unsigned i;
  for (i = 0; i < 4; i++)
    if (flag && i == 2)
      break;
  for (; i < 6; i++) {}
  return i;
}
