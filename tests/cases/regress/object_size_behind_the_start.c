// rmt: check => safe
// What is left of a variable behind an address in it, as compilers say; it was unknown unless the address was the start.
void __VERIFIER_assert(int);

int main(void) {
  char bytes[10];
  int numbers[4];
  __VERIFIER_assert(__builtin_object_size(bytes + 3, 0) == 7);  //=> __VERIFIER_assert(__builtin_object_size(bytes + 3, 0) == 10);
  __VERIFIER_assert(__builtin_object_size(&numbers[1], 0) == 12);  //=> __VERIFIER_assert(__builtin_object_size(&numbers[1], 0) == 15);
  __VERIFIER_assert(__builtin_object_size(bytes + 10, 0) == 0);
  return 0;
}
