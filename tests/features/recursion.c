// Functions call themselves and each other.
static long other(int n);
static long helper(int n) { return n <= 0 ? B : helper(n - 1) + other(n - 2); }
static long other(int n) { return n <= 0 ? C : helper(n - 1) - 2 * n; }
void feature(void) { SEE(helper(A)); SEE(other(A)); SEE(helper(2)); }
