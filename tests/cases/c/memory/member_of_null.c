// rmt: check => unsafe
struct pair { int first, second; };

int __VERIFIER_nondet_int(void);

int main(void) {
  static struct pair known;
  struct pair *p = __VERIFIER_nondet_int() ? &known : 0;
  return p->second; //~ invalid read: null pointer
}
