// Commas, conditional operators and short circuits do things in order.
static int state;
static int helper(int x) { state = state * 3 + x; return x; }
void feature(void) {
  int x = A;
  state = 1;
  SEE((helper(1), helper(2))); SEE(state);
  SEE(helper(A % 2) && helper(3)); SEE(state);
  SEE(helper(B % 3) || helper(4)); SEE(state);
  SEE(helper(C % 2) ? helper(5) : helper(6)); SEE(state);
  SEE((x++, x += 2, x * 2)); SEE(helper(B) ?: helper(7)); SEE(state);
}
