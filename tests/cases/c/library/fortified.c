// rmt: check => safe
// The checked forms of the printf family, as preprocessed programs have them.
void __VERIFIER_assert(int);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  char text[8];
  const char *word = "ab";
  unsigned n = __VERIFIER_nondet_uint();
  int length = __builtin___snprintf_chk(text, sizeof text, 1, sizeof text, "%s", word);
  __VERIFIER_assert(length >= 0);  //=> __VERIFIER_assert(length < 0);
  length = __builtin___sprintf_chk(text, 1, sizeof text, "%u", n % 100);
  __VERIFIER_assert(length == 1 || length == 2);  //=> __VERIFIER_assert(length == 2);
  length = __builtin___sprintf_chk(text, 1, sizeof text, "%s!", word);
  __VERIFIER_assert(length < 8);
  return 0;
}
