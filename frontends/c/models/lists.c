/* What functions make that another one frees: lists of addresses, of names and of files, and patterns. */

/* A block that is made; where there is no memory, the call that needs it fails otherwise. */
static void *needed(size_t n) {
  void *made = malloc(n);
  __VERIFIER_assume(made != 0);
  return made;
}

/* Any text, shorter than that. */
static char *any_name(size_t most) {
  size_t length = (size_t)at_least(0);
  char *name;
  __VERIFIER_assume(length < most);
  name = needed(length + 1);
  __rmt_any(name, length);
  name[length] = 0;
  return name;
}

struct rmt_address {
  int flags, family, type, protocol;
  unsigned length;
  void *address;
  char *name;
  struct rmt_address *next;
};

/* The address stands behind what is said of it; it is as is asked for: AF_INET, 2, or AF_INET6, 10. */
static struct rmt_address *any_address(const struct rmt_address *wanted) {
  struct rmt_address *made = needed(sizeof *made + 28);
  made->flags = __VERIFIER_nondet_int();
  made->family = wanted && wanted->family ? wanted->family : __VERIFIER_nondet_int() ? 2 : 10;
  made->type = wanted && wanted->type ? wanted->type : __VERIFIER_nondet_int();
  made->protocol = wanted && wanted->protocol ? wanted->protocol : __VERIFIER_nondet_int();
  made->length = made->family == 2 ? 16 : 28;
  made->address = made + 1;
  __rmt_any(made->address, 28);
  *(unsigned short *)made->address = (unsigned short)made->family;
  made->name = 0;
  made->next = 0;
  return made;
}

int getaddrinfo(const char *name, const char *service, const struct rmt_address *wanted, struct rmt_address **list) {
  struct rmt_address *at;
  int result = __VERIFIER_nondet_int();
  if (wanted && wanted->family != 0 && wanted->family != 2 && wanted->family != 10) __VERIFIER_assume(result != 0);
  if (result != 0) return result;
  at = *list = any_address(wanted);
  /* AI_CANONNAME */
  if (wanted && (wanted->flags & 2)) at->name = any_name(1025);
  while (__VERIFIER_nondet_int()) at = at->next = any_address(wanted);
  return 0;
}

void freeaddrinfo(struct rmt_address *list) {
  while (list) {
    struct rmt_address *next = list->next;
    free(list->name);
    free(list);
    list = next;
  }
}

struct rmt_pattern { void *made; unsigned long silent, sizes[4], parts, flags; };
struct rmt_match { int start, end; };

int regcomp(struct rmt_pattern *pattern, const char *text, int flags) {
  int result = at_least(0);
  __rmt_any(pattern, sizeof *pattern);
  pattern->made = result == 0 ? needed(1) : 0;
  /* REG_NOSUB: where it matches is not told. */
  pattern->silent = (flags & 8) != 0;
  return result;
}

int regexec(const struct rmt_pattern *pattern, const char *text, size_t n, struct rmt_match *matches, int flags) {
  int result = __VERIFIER_nondet_int() ? 1 : 0;
  char made = *(char *)pattern->made;
  size_t length = strlen(text), i;
  if (result || pattern->silent || n == 0 || !matches) return result;
  __rmt_any(matches, n * sizeof *matches);
  for (i = 0; i < n; i++) {
    __VERIFIER_assume(matches[i].start >= -1 && matches[i].end >= matches[i].start);
    __VERIFIER_assume(matches[i].end < 0 || (size_t)matches[i].end <= length);
    __VERIFIER_assume((matches[i].start < 0) == (matches[i].end < 0));
  }
  __VERIFIER_assume(matches[0].start >= 0);
  return 0;
}

size_t regerror(int number, const struct rmt_pattern *pattern, char *to, size_t n) {
  return (size_t)__rmt_formatted(to, n, 1, 127) + 1;
}

void regfree(struct rmt_pattern *pattern) { free(pattern->made); }

struct rmt_names { size_t count; char **names; size_t ahead; };

/* Those in front are for the program. */
void globfree(struct rmt_names *found) {
  if (found->names)
    for (size_t i = 0; i < found->count; i++) free(found->names[found->ahead + i]);
  free(found->names);
  found->count = 0;
  found->names = 0;
}

/* Names come behind others, GLOB_APPEND, and behind as many null pointers as is asked for, GLOB_DOOFFS. */
int glob(const char *pattern, int flags, int (*failed)(const char *, int), struct rmt_names *found) {
  int result = at_least(0), number;
  size_t n = (size_t)at_least(1), old = flags & 32 ? found->count : 0, ahead = flags & 8 ? found->ahead : 0;
  char **names;
  if (!(flags & 32)) found->count = 0, found->names = 0;
  if (!(flags & 8)) found->ahead = 0;
  while (failed && __VERIFIER_nondet_int()) {
    number = at_least(1);
    /* GLOB_ABORTED */
    if (failed(pattern, number) || flags & 1) return 2;
  }
  if (result != 0) return result;
  names = needed((ahead + old + n + 1) * sizeof(char *));
  for (size_t i = 0; i < ahead; i++) names[i] = 0;
  for (size_t i = 0; i < old; i++) names[ahead + i] = found->names[ahead + i];
  for (size_t i = 0; i < n; i++) names[ahead + old + i] = any_name(4096);
  names[ahead + old + n] = 0;
  if (flags & 32) free(found->names);
  found->count = old + n;
  found->names = names;
  return 0;
}

struct rmt_entry { unsigned long number; long place; unsigned short length; unsigned char type; char name[256]; };

int alphasort(const struct rmt_entry **a, const struct rmt_entry **b) { return strcoll((*a)->name, (*b)->name); }

int versionsort(const struct rmt_entry **a, const struct rmt_entry **b) {
  return strcmp((*a)->name, (*b)->name) == 0 ? 0 : __VERIFIER_nondet_int();
}

/* The program is asked which entries it wants, and how they are to be sorted. */
int scandir(const char *name, struct rmt_entry ***list, int (*wanted)(const struct rmt_entry *),
            int (*order)(const struct rmt_entry **, const struct rmt_entry **)) {
  int most = at_least(-1), n = 0;
  if (most < 0) return -1;
  *list = needed((size_t)most * sizeof(void *) + 1);
  for (int i = 0; i < most; i++) {
    struct rmt_entry *entry = needed(sizeof *entry);
    __rmt_any(entry, sizeof *entry);
    entry->name[255] = 0;
    if (wanted && !wanted(entry)) {
      free(entry);
      continue;
    }
    (*list)[n] = entry;
    if (n > 0 && order && order != alphasort && order != versionsort)
      order((const struct rmt_entry **)&(*list)[n - 1], (const struct rmt_entry **)&(*list)[n]);
    n++;
  }
  return n;
}

struct rmt_words { size_t count; char **words; size_t ahead; };

void wordfree(struct rmt_words *found) {
  if (found->words)
    for (size_t i = 0; i < found->count; i++) free(found->words[found->ahead + i]);
  free(found->words);
  found->count = 0;
  found->words = 0;
}

/* Words come behind others, 2, or instead of others, 8; and as many null pointers as is asked for in front of them, 1. */
int wordexp(const char *text, struct rmt_words *found, int flags) {
  int result = at_least(0);
  size_t n = (size_t)at_least(0), old = 0, ahead = flags & 1 ? found->ahead : 0, i;
  char **words;
  if (flags & 8) wordfree(found);
  if (flags & 2) old = found->count;
  if (result != 0) {
    /* WRDE_NOSPACE says what there is so far. */
    if (result == 1 && !(flags & 2)) found->count = 0, found->words = 0;
    return result;
  }
  words = needed((ahead + old + n + 1) * sizeof(char *));
  for (i = 0; i < ahead; i++) words[i] = 0;
  for (i = 0; i < old; i++) words[ahead + i] = found->words[ahead + i];
  for (i = 0; i < n; i++) words[ahead + old + i] = any_name(4096);
  words[ahead + old + n] = 0;
  if (flags & 2) free(found->words);
  found->count = old + n;
  found->words = words;
  found->ahead = ahead;
  return 0;
}
