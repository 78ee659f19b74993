// Globals and their initialisers, addresses among them.
static int table[4] = {A, B, C};
static int *state = &table[2];
static struct tag { int *at; const char *name; int **more; } other = {table + 1, "name", &state};
void feature(void) {
  SEE(*state); SEE(*other.at); SEE(other.name[2]); SEE(**other.more); *other.more = &table[3]; SEE(*state);
  *state = 9; SEE(table[3]); SEE(other.more == &state); SEE(state - table); SEE(other.at[-1]);
}
