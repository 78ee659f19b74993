// Variable numbers of arguments.
static long helper(int count, ...) {
  __builtin_va_list list; long sum = 0;
  __builtin_va_start(list, count);
  for (int i = 0; i < count; i++) sum = sum * 2 + (i % 2 ? __builtin_va_arg(list, long) : __builtin_va_arg(list, int));
  __builtin_va_end(list);
  return sum;
}
void feature(void) { SEE(helper(1, B)); SEE(helper(2, C, (long)A)); SEE(helper(3, A, 5l, B)); SEE(helper(0)); }
