// Static locals live on, each function has its own.
static int helper(int by) { static int count = B; return count += by; }
static int other(int by) { static int count = C, calls; calls++; return count -= by * calls; }
void feature(void) {
  SEE(helper(A)); SEE(other(A)); SEE(helper(1)); SEE(other(1)); SEE(helper(0)); SEE(other(2));
  for (int i = 0; i < A; i++) { static T steps; steps += 2; SEE(steps); }
}
