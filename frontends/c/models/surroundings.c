/* What a program asks of its surroundings: the locale, users, the machine, its settings. */

static int rmt_is_localised;

/* Asking alone changes nothing; no name is that of the surroundings. */
char *setlocale(int category, const char *name) {
  static char text[64];
  if (name) rmt_is_localised = strcmp(name, "C") && strcmp(name, "POSIX");
  if (name && __VERIFIER_nondet_int()) return 0;
  __rmt_any(text, 63);
  text[63] = 0;
  return text;
}

/* Texts are compared byte for byte in the "C" locale. What does not fit is left open. */
size_t strxfrm(char *to, const char *from, size_t n) {
  size_t length = strlen(from);
  if (rmt_is_localised) length = (size_t)at_least(0);
  if (length >= n) {
    __rmt_any(to, n);
  } else if (rmt_is_localised) {
    __rmt_any_text(to, length);
    to[length] = 0;
  } else {
    memcpy(to, from, length + 1);
  }
  return length;
}

struct rmt_conventions {
  char *point, *separator, *grouping, *symbols[7];
  char numbers[14];
};

/* Of the "C" locale, or any. */
struct rmt_conventions *localeconv(void) {
  static struct rmt_conventions now;
  static char point[8], other[8];
  if (rmt_is_localised) {
    __rmt_any(point, 7);
    __VERIFIER_assume(point[0] != 0);
    __rmt_any(other, 7);
    __rmt_any(now.numbers, 14);
  } else {
    point[0] = '.';
    memset(now.numbers, 127, 14);
  }
  now.point = point;
  now.separator = now.grouping = other;
  for (int i = 0; i < 7; i++) now.symbols[i] = other;
  return &now;
}

/* Six texts of 65 bytes. */
int uname(char *to) {
  if (done_with(to, 6 * 65) < 0) return -1;
  to[64] = to[129] = to[194] = to[259] = to[324] = to[389] = 0;
  return 0;
}

unsigned getuid(void) { return (unsigned)__VERIFIER_nondet_int(); }

unsigned geteuid(void) { return (unsigned)__VERIFIER_nondet_int(); }

unsigned getgid(void) { return (unsigned)__VERIFIER_nondet_int(); }

unsigned getegid(void) { return (unsigned)__VERIFIER_nondet_int(); }

int getppid(void) { return at_least(0); }

struct rmt_user { char *name, *password; unsigned user, group; char *about, *home, *shell; };

/* A user, whom the next call overwrites. */
static struct rmt_user *some_user(void) {
  static struct rmt_user user;
  static char texts[5][1024];
  if (__VERIFIER_nondet_int()) return 0;
  __rmt_any(texts, sizeof texts);
  for (int i = 0; i < 5; i++) texts[i][1023] = 0;
  user.name = texts[0];
  user.password = texts[1];
  user.about = texts[2];
  user.home = texts[3];
  user.shell = texts[4];
  user.user = (unsigned)__VERIFIER_nondet_int();
  user.group = (unsigned)__VERIFIER_nondet_int();
  return &user;
}

struct rmt_user *getpwuid(unsigned number) {
  struct rmt_user *user = some_user();
  if (user) user->user = number;
  return user;
}

struct rmt_user *getpwnam(const char *name) {
  char first = *name;
  return some_user();
}

unsigned umask(unsigned mask) {
  unsigned before = (unsigned)__VERIFIER_nondet_int();
  __VERIFIER_assume(before <= 0777);
  return before;
}

long sysconf(int name) {
  long result = __VERIFIER_nondet_long();
  __VERIFIER_assume(result >= -1);
  return result;
}

/* Of its commands F_GETLK alone writes. */
int fcntl(int file, int command, ...) {
  int result = at_least(-1);
  if (command == 5 && result >= 0) {
    __builtin_va_list list;
    __builtin_va_start(list, command);
    __rmt_any(__builtin_va_arg(list, void *), 4 * sizeof(long));
    __builtin_va_end(list);
  }
  return result;
}

int setenv(const char *name, const char *value, int overwrites) { return done(); }

int unsetenv(const char *name) { return done(); }

int putenv(char *setting) { return done(); }

/* FNM_NOMATCH is 1; other numbers are errors. */
int fnmatch(const char *pattern, const char *text, int flags) { return __VERIFIER_nondet_int(); }

int setvbuf(void *stream, char *buffer, int how, size_t size) { return __VERIFIER_nondet_int(); }

int fgetpos(void *stream, void *to) { return done_with(to, sizeof(long) + 8); }

#if __SIZEOF_LONG__ == 4
int fgetpos64(void *stream, void *to) { return done_with(to, 16); }
#endif

/* The text of an address of four bytes, or of sixteen. */
const char *inet_ntop(int family, const void *from, char *to, unsigned size) {
  int least = family == 2 ? 7 : 2, most = family == 2 ? 15 : 45, length;
  if (family != 2 && family != 10) return 0;
  reads(from, family == 2 ? 4 : 16);
  length = __VERIFIER_nondet_int();
  __VERIFIER_assume(length >= least && length <= most);
  if ((unsigned)length >= size) return 0;
  __rmt_any(to, length);
  to[length] = 0;
  return to;
}

int inet_aton(const char *text, void *to) { return inet_pton(2, text, to) == 1; }

unsigned inet_addr(const char *text) {
  char first = *text;
  return (unsigned)__VERIFIER_nondet_int();
}

void *__rmt_mapped(size_t);

/* A file that is looked at as memory, or memory by itself, MAP_ANONYMOUS; MAP_FAILED is -1. */
void *mmap(void *wanted, size_t size, int how, int flags, int file, long from) {
  char *made;
  made = size > 0 ? __rmt_mapped(size) : 0;
  if (!made) return (void *)-1;
  if (flags & 0x20) memset(made, 0, size);
  else __rmt_any(made, size);
  return made;
}

#if __SIZEOF_LONG__ == 4
void *mmap64(void *wanted, size_t size, int how, int flags, int file, long long from) {
  return mmap(wanted, size, how, flags, file, 0);
}
#endif
