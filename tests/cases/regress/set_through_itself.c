// rmt: check --check uninit --malloc-never-fails --bound 2 => safe
// The member that was set is that of the first record: where the write goes is read before it.
struct node { struct node *next; };

int main(void) {
  struct node first, second, *p = &first;
  first.next = &first;
  second.next = 0;  //=> ;
  p->next->next = &second;
  return second.next == 0;
}
