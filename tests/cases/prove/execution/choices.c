// prove: execution --check overflow,deref => safe, mutants unsafe
// Which of several known values a variable gets hangs on an input: a conditional expression is a fork too.
void __VERIFIER_error(void);
int __VERIFIER_nondet_int(void);
int main(void) {
  int spent = 0, rounds = 0;
  for (int i = 0; i < 3; i++) {
    int which = __VERIFIER_nondet_int();
    const char *line = which == 0 ? "put 40" : which == 1 ? "get" : which > 7 ? "del" : "sum";
    int length = 0;
    while (line[length]) //=> while (line[length + 1])
      length++;
    int price = length == 6 ? 3 : 1; //=> int price = length == 6 ? 4 : 1;
    if (which == 0 && line[length - 1] != '0') //=> if (which == 0 && line[length - 1] == '0')
      __VERIFIER_error();
    if (which == 8 && line[0] != 'd') //=> if (which == 7 && line[0] != 'd')
      __VERIFIER_error();
    spent += price;
    rounds++;
  }
  if (spent > 3 * rounds || spent < rounds)
    __VERIFIER_error();
  // Inputs that nothing depends on cost no paths, unless others need them.
  int any = __VERIFIER_nondet_int();
  int sign = any < 0 ? -1 : 1;
  if (sign * sign != 1) //=> if (sign * sign != 2)
    __VERIFIER_error();
}
