// rmt: check --check deref => safe
// What an undefined function returns is null or memory of its own.
struct device {
  int state;
  struct device *next;
};
struct device *find(void);

int main(void) {
  struct device *d = find();
  if (d) d->state = 1;  //=> d->state = 1;
  if (d && d->next) d->next->state = 2;
  return 0;
}
