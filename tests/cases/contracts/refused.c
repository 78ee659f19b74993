// rmt: verify => rejected
// What is not done is said at its place.
void f(int *p)
__CPROVER_requires(__CPROVER_is_fresh(p, 4))
__CPROVER_assigns(*p)
__CPROVER_frees(p) //~ `__CPROVER_frees` is not supported
{
  *p = 1;
}
