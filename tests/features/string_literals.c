// String literals are arrays with a zero behind.
static const char *helper(int i) { static const char *const table[] = {"zero", "one", "t\0wo", ""}; return table[i]; }
void feature(void) {
  char copy[] = "abc" "de\x41\n";
  const char *text = helper(A % 4);
  SEE(sizeof copy); SEE(copy[A % 7]); SEE(text[0]); SEE(strlen(text)); SEE(sizeof "four"); SEE("hello"[A % 6]);
  SEE(*(helper(1) + 2)); SEE(copy[5]);
  copy[1] = B;
  SEE(copy[1]); SEE(sizeof(char[9]));
}
