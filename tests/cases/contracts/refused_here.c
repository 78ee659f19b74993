// rmt: verify => rejected
// A block of its own cannot be denied.
void f(int *p)
__CPROVER_requires(!__CPROVER_is_fresh(p, 4)) //~ `__CPROVER_is_fresh` is not supported here
__CPROVER_assigns()
{
}
