// rmt: check --float real => rejected
int main(void) {
  double d = 1.0; //~ needs --float ieee
  return *(long long *)&d == 0;
}
