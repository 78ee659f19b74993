// rmt: check --check none => safe
void __VERIFIER_assert(int);

enum __attribute__((packed)) small { A, B };
#pragma pack(push, 1)
struct tight {
  char c;
  int i;
};
#pragma pack(pop)
struct wide {
  char c;
  int i;
};

int main(void) {
  __VERIFIER_assert(sizeof(enum small) == 1 && sizeof(struct tight) == 5);
  __VERIFIER_assert(sizeof(struct wide) == 8);  //=> __VERIFIER_assert(sizeof(struct wide) == 5);
  struct tight x, *p = &x;
  p->i = 0x01020304;
  __VERIFIER_assert(((char *)p)[1] == 4);  //=> __VERIFIER_assert(((char *)p)[1] == 1);
  return 0;
}
