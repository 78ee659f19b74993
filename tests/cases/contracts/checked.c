// rmt: check => unsafe (not natively)
// Where a program is checked, contracts are assertions.
int half(int n)
__CPROVER_requires(n % 2 == 0) //~ n % 2 == 0
__CPROVER_ensures(2 * __CPROVER_return_value == n)
{
  return n / 2;
}

int main(void) { return half(7); }
