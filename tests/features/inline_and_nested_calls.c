// Calls as arguments of calls.
static inline int helper(int a, int b) { return a > b ? a - b : b - a + 1; }
static T other(T a) { return (T)(a * 2 + 1); }
void feature(void) {
  SEE(helper(helper(A, B), helper(C, A))); SEE(other(other((T)B))); SEE(helper(other((T)A), helper(B, B)));
  int (*f)(int, int) = helper; SEE(f(f(f(1, 2), B), C)); 
}
