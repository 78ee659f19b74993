// rmt: check => safe
// An array at the end of a record that lies in another does not go on behind it: those behind keep their bounds.
struct queue {
  struct {
    long l;
    int i[2];
  } u;
  int cells[3];
  int head;
};
static struct queue queue;
int nondet_int(void);

static void put(struct queue *q, int i) { q->cells[i] = 1; }

int main(void) {
  int i = nondet_int();
  if (i < 0 || i > 2) //=> if (i < 0 || i > 3)
    return 0;
  put(&queue, i);
  queue.u.i[1] = i;
  return 0;
}
