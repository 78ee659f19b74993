// prove: shrink --check none => safe
// Loops in loops.
void __VERIFIER_error(void);
unsigned __VERIFIER_nondet_uint(void);
int m[1000][1000];
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), i, j;
  if (n > 1000)
    return 0;
  for (i = 0; i < n; i++)
    for (j = 0; j < n; j++) //=> for (j = 0; j < i; j++)
      m[i][j] = 7; //=> m[j][0] = 7;
  for (i = 0; i < n; i++)
    for (j = 0; j < n; j++)
      if (m[i][j] != 7) //=> if (m[i][j] != 7 || j == 500)
        __VERIFIER_error();
  return 0;
}
