// rmt: verify => verified
// What an assigns clause leaves out stays as it is.
int counter, other, table[4];

void bump(void)
__CPROVER_requires(counter < 100)
__CPROVER_assigns(counter) //=> __CPROVER_assigns(other)
__CPROVER_ensures(counter == __CPROVER_old(counter) + 1) //=> __CPROVER_ensures(counter == __CPROVER_old(counter))
{
  counter++;
}

int twice(void)
__CPROVER_requires(counter < 99) //=> __CPROVER_requires(counter < 100)
__CPROVER_assigns(counter) //=> __CPROVER_assigns()
__CPROVER_ensures(counter == __CPROVER_old(counter) + 2 && __CPROVER_return_value == __CPROVER_old(other))
{
  bump();
  bump(); //=> other = 1;
  return other;
}

void put(int i, int v)
__CPROVER_requires(0 <= i && i < 4) //=> __CPROVER_requires(0 <= i && i <= 4)
__CPROVER_assigns(table[i]) //=> __CPROVER_assigns(table[0])
__CPROVER_ensures(table[i] == v)
{
  table[i] = v; //=> table[i] = v; table[3 - i] = 0;
}

static void set(int *p) { *p = 3; }

void through_a_helper(int *p)
__CPROVER_requires(__CPROVER_is_fresh(p, sizeof *p)) //=> __CPROVER_requires(p != 0)
__CPROVER_assigns(*p) //=> __CPROVER_assigns()
__CPROVER_ensures(*p == 3)
{
  int local = 1;
  set(&local);
  set(p); //=> set(0);
}
