// rmt: check --check none => rejected
int main(void) {
  return undeclared + 1; //~ undeclared identifier
}
