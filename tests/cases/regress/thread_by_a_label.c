// rmt: check => rejected
int shared;
static void run(void) { shared = 1; }

int main(void) {
__CPROVER_ASYNC_1: //~ threads by labels
  run();
}
