// rmt: check => safe
// What is infinite, or no number, is no integer.
double any(void);

int main(void) {
  double divisor = any();
  if (divisor == 0) return 1; //=> (not natively) division by zero: if (divisor == 1) return 1;
  return (int)(100.0 / divisor + 1) == 3;
}
