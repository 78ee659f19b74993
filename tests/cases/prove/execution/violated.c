// prove: execution => unsafe
// Of all inputs, one goes beyond the array in the round that is known.
int __VERIFIER_nondet_int(void);
int main(void) {
  int limit = __VERIFIER_nondet_int(), start = __VERIFIER_nondet_int();
  int ring[16] = {0};
  if (start == 0 || start == 1 || start < 0 || limit < 300 || limit > 400)
    return 0;
  for (int i = 0; i < limit; i++)
    ring[i == 350 ? 16 : i % 16] = i;
  return ring[3];
}
