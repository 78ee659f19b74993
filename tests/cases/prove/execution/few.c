// prove: execution --check overflow,bounds,div => safe, mutants unsafe
// An input that conditions leave few numbers is each of them in turn, and so is what is computed from it.
void __VERIFIER_error(void);
int __VERIFIER_nondet_int(void);
unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), at = __VERIFIER_nondet_int(), wide = __VERIFIER_nondet_int();
  if (n < 1 || n > 9) //=> if (n < 1 || n > 11)
    return 0;
  int square[10], sum = 0;
  for (int i = 0; i <= n; i++)
    square[i] = i * i; //=> square[i] = i * i + (i == 9);
  for (int i = 0; i <= n; i++)
    sum += square[i];
  if (6 * sum != n * (n + 1) * (2 * n + 1))
    __VERIFIER_error();
  if (at == 7 && square[at % (n + 1)] > 49) //=> if (at == 7 && square[at % (n + 1)] > 36)
    __VERIFIER_error();
  switch (wide) {
  case 3: sum = square[wide - 2] - 1; break; //=> case 3: sum = square[wide - 2] - 2; break;
  default: sum = 0;
  }
  if (wide == 3 && sum != 0)
    __VERIFIER_error();
  // Few numbers, but for two of them.
  unsigned char bits = __VERIFIER_nondet_uchar();
  if (bits > 5 || bits == 2 || bits == 3)
    return 0;
  if (60 % (bits + 1) != 0) //=> if (60 % (bits + 2) != 0)
    __VERIFIER_error();
}
