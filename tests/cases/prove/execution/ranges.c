// prove: execution --check overflow => safe, mutants unsafe
// Inputs are compared with numbers alone: their ranges decide what is asked later.
void __VERIFIER_error(void);
int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), key = __VERIFIER_nondet_int();
  int slot[8], seen = 0;
  if (n < 1 || n > 8) //=> if (n < 1 || n > 9)
    return 0;
  for (int i = 0; i < n; i++)
    slot[i] = i * i;
  slot[0] = key;
  int copy = slot[0];
  for (int i = 1; i < n; i++)
    seen += slot[i];
  if (seen > 140) //=> if (seen > 139)
    __VERIFIER_error();
  if (copy == 3 && key != 3) //=> if (copy == 3 && key == 3)
    __VERIFIER_error();
  switch (key) {
  case 1: if (slot[0] <= 0) __VERIFIER_error(); break;
  case 0: if (key) __VERIFIER_error(); break; //=> case 0: if (!key) __VERIFIER_error(); break;
  default: if (copy == 1) __VERIFIER_error();
  }
}
