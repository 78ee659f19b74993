// prove: execution --float ieee --check none => unsafe
// No term stands for a floating-point number: runs come to it.
void __VERIFIER_error(void);
double __VERIFIER_nondet_double(void);
int main(void) {
  double balance = 0.0;
  for (int year = 0;; year++) {
    double amount = __VERIFIER_nondet_double();
    if (!(amount >= 0.0 && amount <= 100.0))
      return 0;
    balance = (balance + amount) * 1.5;
    if (year > 4 && balance > 400.0)
      __VERIFIER_error();
  }
}
