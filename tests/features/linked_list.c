// A list is built, turned round and freed.
struct tag { T value; struct tag *next; };
void feature(void) {
  struct tag *list = 0, *turned = 0;
  for (int i = 0; i < A; i++) {
    struct tag *fresh = malloc(sizeof *fresh);
    fresh->value = (T)(B + C * i); fresh->next = list; list = fresh;
  }
  while (list) { struct tag *next = list->next; list->next = turned; turned = list; list = next; }
  for (struct tag *at = turned; at; at = at->next) SEE(at->value);
  while (turned) { struct tag *next = turned->next; free(turned); turned = next; }
}
