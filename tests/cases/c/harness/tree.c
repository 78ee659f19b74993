// rmt: check --entry smallest --bound 4 --no-alias => safe
// Trees have an end, as nothing of them is shared.
struct tree { int key; struct tree *left, *right; };

int smallest(const struct tree *t) {
  if (!t) return 0; //=> if (!t) return t->key;
  while (t->left) t = t->left;
  return t->key;
}
