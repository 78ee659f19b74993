/* The first loop ends at once, the second one never. */
extern int request(void);
void __VERIFIER_assert(int);

int main(void) {
  int running = 1, n = 0;
  while (n < 3) n++;
  while (running)
    if (request() > 3) n = 1;
  __VERIFIER_assert(n > 5);
  return 0;
}
