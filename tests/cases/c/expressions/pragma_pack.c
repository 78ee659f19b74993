// rmt: check --check none => safe
// Bit-fields and attributes under a pragma.
void __VERIFIER_assert(int);

#pragma pack(push, 4)
struct a {
  int f0 : 22;
  long f1 : 63;
  unsigned long f2 : 32;
  char f3 : 2;
};
struct b {
  long f0 __attribute__((aligned(8)));
  char f1;
  int f2;
};
struct c {
  unsigned short f0;
  unsigned char f1 __attribute__((aligned(8)));
  long : 13;
  unsigned long f3 : 27;
  long long : 0;
} __attribute__((packed));
#pragma pack(pop)

int main(void) {
  __VERIFIER_assert(sizeof(struct a) == 16);  //=> __VERIFIER_assert(sizeof(struct a) == 20);
  __VERIFIER_assert(sizeof(struct b) == 16 && _Alignof(struct b) == 4);
  __VERIFIER_assert(sizeof(struct c) == 16 && _Alignof(struct c) == 4);
  struct a x = {0}, *p = &x;
  p->f1 = -1;
  __VERIFIER_assert(((unsigned char *)p)[2] == 0xc0);  //=> __VERIFIER_assert(((unsigned char *)p)[2] == 0);
  return 0;
}
