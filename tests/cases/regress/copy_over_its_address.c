// rmt: check --check none --malloc-never-fails --bound 2 => safe
// What says where a record is copied, or from where, may be what the copy overwrites.
void __VERIFIER_assert(int);

struct node { struct node *next; int key; long more; };
struct part { int index; int more[2]; int last; };

int main(void) {
  struct node last = {0, 3, 33}, second = {&last, 2, 22}, first = {&second, 1, 11}, *p = &first;
  *p = *p->next;
  __VERIFIER_assert(p->next == &last && p->key == 2 && p->more == 22);  //=> __VERIFIER_assert(p->key == 3);

  struct node self = {&self, 5, 6}, other = {&second, 7, 8};
  p = &self;
  *p->next = other;
  __VERIFIER_assert(self.next == &second && self.key == 7 && self.more == 8);  //=> __VERIFIER_assert(self.more == 6);
  self.next = &self;
  struct node result = *p->next = other;
  __VERIFIER_assert(result.key == 7 && second.key == 2);  //=> __VERIFIER_assert(result.key == 2);

  struct part parts[2] = {{1, {2, 3}, 4}, {0, {5, 6}, 7}}, part = {9, {9, 9}, 9};
  parts[parts[parts[0].index].index] = part;
  __VERIFIER_assert(parts[0].more[1] == 9 && parts[0].last == 9 && parts[1].last == 7);  //=> __VERIFIER_assert(parts[0].last == 4);
  return 0;
}
