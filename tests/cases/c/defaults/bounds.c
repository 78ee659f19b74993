// rmt: check => unsafe
int __VERIFIER_nondet_int(void);

int main(void) {
  char text[8];
  int at = __VERIFIER_nondet_int();
  if (at < 0 || at > 8) return 0;
  text[at] = 1; //~ invalid write
  return 0;
}
