/* What further functions write through pointers: it is any of what they may write. */

/* As many bytes as the controls of devices write, of which the number says it, or the table; 0 if they write none. */
static size_t written_by_control(unsigned long request) {
  if (request >> 30) return request & 0x80000000ul ? request >> 16 & 0x3fff : 0;
  switch (request) {
    case 0x5401: /* TCGETS */
    case 0x5456: return 36;
    case 0x5405: return 18;
    case 0x541e: return 12 * sizeof(int) + 3 * sizeof(long);
    case 0x5413: /* TIOCGWINSZ */
    case 0x5460: return 8;
    case 0x540f: case 0x5411: case 0x5415: case 0x5419: case 0x541b: case 0x5424: case 0x5429:
    case 0x8903: case 0x8904: case 0x8905: case 0x125e: case 0x1268: case 0x1278: case 0x1279: case 0x127a: case 0x127b:
    case 0x4b3b: case 0x4b44: return sizeof(int);
    case 0x1260: case 0x1263: return sizeof(long);
    case 0x1267: return sizeof(short);
    case 0x8906: case 0x8907: case 0x301: return 2 * sizeof(long);
    case 0x4b33: return 1;
    case 0x8910: return 16;
    default: return 0;
  }
}

int ioctl(int file, unsigned long request, ...) {
  int result = at_least(-1);
  size_t size = written_by_control(request);
  /* Those of interfaces write behind the name. */
  int is_of_interface = request > 0x8910 && request < 0x8980 && request != 0x8912;
  if (result >= 0 && (size > 0 || is_of_interface)) {
    __builtin_va_list list;
    __builtin_va_start(list, request);
    char *to = __builtin_va_arg(list, void *);
    __builtin_va_end(list);
    if (is_of_interface) to += 16, size = sizeof(long) == 8 ? 24 : 16;
    __rmt_any(to, size);
    /* FIONREAD and TIOCOUTQ count bytes. */
    if (request == 0x541b || request == 0x5411) __VERIFIER_assume(*(int *)to >= 0);
  }
  return result;
}

/* The bytes of a character, of which one that is no part of another stands for itself; -2 where there are too few. Between calls,
   a state that is not zero holds some. */
static int of_bytes(rmt_wide *to, const char *from, size_t n, int *state) {
  int length;
  if (n == 0) return -2;
  if (*state == 0 && (unsigned char)from[0] < 128) {
    if (to) *to = from[0];
    return from[0] != 0;
  }
  length = at_least(-2);
  __VERIFIER_assume(length != 0 && length <= 6 && (length < 0 || (size_t)length <= n));
  if (length == -2) reads(from, n);
  if (length > 0) reads(from, (size_t)length);
  *state = length == -2 ? at_least(1) : 0;
  if (length < 0 || !to) return length;
  *to = (rmt_wide)__VERIFIER_nondet_int();
  __VERIFIER_assume(*to != 0);
  return length;
}

int mbtowc(rmt_wide *to, const char *from, size_t n) {
  int state = 0, length;
  if (!from) return __VERIFIER_nondet_int() ? 1 : 0;
  length = of_bytes(to, from, n, &state);
  return length == -2 ? -1 : length;
}

int mblen(const char *from, size_t n) { return mbtowc(0, from, n); }

size_t mbrtowc(rmt_wide *to, const char *from, size_t n, int *state) {
  static int own;
  if (!state) state = &own;
  return from ? (size_t)of_bytes(to, from, n, state) : (size_t)of_bytes(0, "", 1, state);
}

size_t mbrlen(const char *from, size_t n, int *state) {
  static int own;
  return mbrtowc(0, from, n, state ? state : &own);
}

/* In the "C" locale, characters are single bytes. */
int wctomb(char *to, rmt_wide character) {
  int length = 1, most = rmt_is_localised ? 6 : 1;
  if (!to) return __VERIFIER_nondet_int() ? 1 : 0;
  if (character >= 0 && character < 128) {
    *to = (char)character;
    return 1;
  }
  length = __VERIFIER_nondet_int();
  __VERIFIER_assume(length == -1 || (length >= 1 && length <= most));
  if (length > 0) __rmt_any_text(to, (size_t)length);
  return length;
}

/* `MB_CUR_MAX`: at most `MB_LEN_MAX`. */
size_t __ctype_get_mb_cur_max(void) {
  size_t most = __VERIFIER_nondet_ulong();
  __VERIFIER_assume(most >= 1 && most <= 16);
  return most;
}

size_t wcrtomb(char *to, rmt_wide character, void *state) { return to ? (size_t)wctomb(to, character) : 1; }

/* How far one has come in a text of which so much fits; null is its end. */
static const char *rest_of_bytes(const char *from, size_t done, size_t n) {
  size_t length = strlen(from), at = (size_t)at_least(0);
  if (done != (size_t)-1 && done < n) return 0;
  __VERIFIER_assume(at <= length && (done == (size_t)-1 || at >= done));
  return from + at;
}

size_t mbsrtowcs(rmt_wide *to, const char **from, size_t n, void *state) {
  const char *start = *from;
  size_t done = mbstowcs(to, start, n);
  if (to) *from = rest_of_bytes(start, done, n);
  return done;
}

size_t wcsrtombs(char *to, const rmt_wide **from, size_t n, void *state) {
  const rmt_wide *start = *from;
  size_t done = wcstombs(to, start, n), length = wcslen(start), at = (size_t)at_least(0);
  if (!to) return done;
  __VERIFIER_assume(at <= length);
  *from = done != (size_t)-1 && done < n ? 0 : start + at;
  return done;
}

double sin(double);
double cos(double);
float sinf(float);
float cosf(float);

void sincos(double x, double *sine, double *cosine) {
  *sine = sin(x);
  *cosine = cos(x);
}

void sincosf(float x, float *sine, float *cosine) {
  *sine = sinf(x);
  *cosine = cosf(x);
}

double remquo(double x, double y, int *quotient) {
  *quotient = __VERIFIER_nondet_int();
  return __VERIFIER_nondet_double();
}

float remquof(float x, float y, int *quotient) { return (float)remquo(x, y, quotient); }

double lgamma_r(double x, int *sign) {
  *sign = __VERIFIER_nondet_int() ? 1 : -1;
  return __VERIFIER_nondet_double();
}

float lgammaf_r(float x, int *sign) { return (float)lgamma_r(x, sign); }

/* How far the text was understood. Parts that the format does not mention are taken to be set as well. */
char *strptime(const char *text, const char *format, struct rmt_tm *to) {
  size_t length = strlen(text), at = (size_t)at_least(0);
  char first = *format;
  __VERIFIER_assume(at <= length);
  __rmt_any(to, 9 * sizeof(int));
  if (__VERIFIER_nondet_int()) return 0;
  __VERIFIER_assume(to->second >= 0 && to->second <= 61 && to->minute >= 0 && to->minute < 60);
  __VERIFIER_assume(to->hour >= 0 && to->hour < 24 && to->day >= 0 && to->day <= 31);
  __VERIFIER_assume(to->month >= 0 && to->month < 12 && to->weekday >= 0 && to->weekday < 7);
  __VERIFIER_assume(to->yearday >= 0 && to->yearday < 366 && to->year >= -1900 && to->year <= 8099);
  return (char *)text + at;
}

int statvfs(const char *name, void *to) { return done_with(to, sizeof(long) == 8 ? 112 : 72); }

int fstatvfs(int file, void *to) { return done_with(to, sizeof(long) == 8 ? 112 : 72); }

int statfs(const char *name, void *to) { return done_with(to, sizeof(long) == 8 ? 120 : 64); }

int fstatfs(int file, void *to) { return done_with(to, sizeof(long) == 8 ? 120 : 64); }

int statx(int directory, const char *name, int flags, unsigned mask, void *to) { return done_with(to, 256); }

int getitimer(int which, void *to) { return done_with(to, 4 * sizeof(long)); }

int setitimer(int which, const void *from, void *before) {
  if (from) reads(from, 4 * sizeof(long));
  return before ? getitimer(which, before) : done();
}

int timerfd_gettime(int file, void *to) { return done_with(to, 4 * sizeof(long)); }

int timerfd_settime(int file, int flags, const void *from, void *before) { return setitimer(0, from, before); }

int clock_getres(int clock, struct rmt_timespec *to) {
  if (done() < 0) return -1;
  if (to) timespec_get(to, 1);
  return 0;
}

/* The result is the number of an error. */
int clock_nanosleep(int clock, int flags, const struct rmt_timespec *wait, struct rmt_timespec *rest) {
  return nanosleep(wait, flags & 1 ? 0 : rest) < 0 ? at_least(1) : 0;
}

int adjtime(const void *from, void *before) {
  if (from) reads(from, 2 * sizeof(long));
  return before ? done_with(before, 2 * sizeof(long)) : done();
}

/* A name that is shorter than that. */
static char *short_name(char *to, int most) {
  int length = at_least(0);
  __VERIFIER_assume(length < most);
  __rmt_any_text(to, (size_t)length);
  to[length] = 0;
  return to;
}

char *tmpnam(char *to) {
  static char own[20];
  return __VERIFIER_nondet_int() ? 0 : short_name(to ? to : own, 20);
}

char *ctermid(char *to) {
  static char own[9];
  return short_name(to ? to : own, 9);
}

char *if_indextoname(unsigned number, char *to) { return __VERIFIER_nondet_int() ? 0 : short_name(to, 16); }

/* A sign, a point and an exponent besides the digits. */
char *gcvt(double x, int digits, char *to) { return short_name(to, digits > 0 ? digits + 8 : 9); }

size_t confstr(int name, char *to, size_t n) {
  size_t length = (size_t)at_least(0);
  if (length == 0 || !to || n == 0) return length;
  __rmt_any(to, n);
  to[length < n ? length - 1 : n - 1] = 0;
  return length;
}

int getresuid(unsigned *real, unsigned *effective, unsigned *saved) {
  *real = (unsigned)__VERIFIER_nondet_int();
  *effective = (unsigned)__VERIFIER_nondet_int();
  *saved = (unsigned)__VERIFIER_nondet_int();
  return done();
}

int getresgid(unsigned *real, unsigned *effective, unsigned *saved) { return getresuid(real, effective, saved); }

int wait4(int process, int *status, int flags, void *used) {
  int result = waitpid(process, status, flags);
  if (result > 0 && used) __rmt_any(used, 18 * sizeof(long));
  return result;
}

int wait3(int *status, int flags, void *used) { return wait4(-1, status, flags, used); }

int waitid(int of, unsigned number, void *to, int flags) { return to ? done_with(to, 128) : done(); }

int sched_getaffinity(int process, size_t n, void *to) { return done_with(to, n); }

int pthread_getaffinity_np(unsigned long thread, size_t n, void *to) { return done_with(to, n) < 0 ? at_least(1) : 0; }

int readdir_r(void *directory, void *to, void **found) {
  struct rmt_entry *entry = readdir(directory);
  *found = 0;
  if (!entry) return at_least(0);
  memcpy(to, entry, ((struct rmt_directory *)directory)->entry + sizeof ((struct rmt_directory *)directory)->entry - (char *)entry);
  *found = to;
  return 0;
}

long mq_receive(int queue, char *to, size_t n, unsigned *priority) {
  long length = received(to, n);
  if (length >= 0 && priority) *priority = (unsigned)__VERIFIER_nondet_int();
  return length;
}

long mq_timedreceive(int queue, char *to, size_t n, unsigned *priority, const struct rmt_timespec *wait) {
  return mq_receive(queue, to, n, priority);
}

/* The kind of a message stands before it. */
long msgrcv(int queue, long *to, size_t n, long kind, int flags) {
  long length = received(to + 1, n);
  if (length < 0) return -1;
  *to = __VERIFIER_nondet_long();
  __VERIFIER_assume(*to > 0);
  return length;
}

int msgsnd(int queue, const void *from, size_t n, int flags) { return done_from(from, sizeof(long) + n); }

int gethostbyname_r(const char *name, struct rmt_host *to, char *room, size_t n, struct rmt_host **found, int *error) {
  struct rmt_host *host = gethostbyname(name);
  *found = 0;
  *error = __VERIFIER_nondet_int();
  if (!host) return at_least(0);
  __rmt_any(room, n);
  *to = *host;
  *found = to;
  return 0;
}

int getservbyname_r(const char *name, const char *protocol, struct rmt_service *to, char *room, size_t n,
                    struct rmt_service **found) {
  struct rmt_service *service = getservbyname(name, protocol);
  *found = 0;
  if (!service) return at_least(0);
  __rmt_any(room, n);
  *to = *service;
  *found = to;
  return 0;
}

void arc4random_buf(void *to, size_t n) { __rmt_any(to, n); }

unsigned arc4random(void) { return (unsigned)__VERIFIER_nondet_int(); }

unsigned arc4random_uniform(unsigned most) {
  unsigned result = arc4random();
  __VERIFIER_assume(result < most || (most == 0 && result == 0));
  return result;
}

double erand48(unsigned short seed[3]) {
  reads((const char *)seed, 6);
  __rmt_any(seed, 6);
  return drand48();
}

long nrand48(unsigned short seed[3]) {
  erand48(seed);
  return lrand48();
}

long jrand48(unsigned short seed[3]) {
  erand48(seed);
  return mrand48();
}

int random_r(void *state, int *to) {
  *to = at_least(0);
  return done();
}

int sigaltstack(const void *from, void *before) {
  if (from) reads(from, 3 * sizeof(long));
  return before ? done_with(before, 3 * sizeof(long)) : done();
}

int eventfd_read(int file, unsigned long long *to) { return done_with(to, sizeof *to); }

long sendfile(int to, int from, long *at, size_t n) {
  long length = __VERIFIER_nondet_long();
  if (length < 0) return -1;
  __VERIFIER_assume((size_t)length <= n);
  if (at) *at += length;
  return length;
}

/* Some of the input is used up, and some room of the output. */
size_t iconv(void *of, char **from, size_t *left, char **to, size_t *room) {
  size_t used = (size_t)at_least(0), made = (size_t)at_least(0), result = (size_t)__VERIFIER_nondet_long();
  __VERIFIER_assume(to && *to ? made <= *room : made == 0);
  if (made > 0) {
    __rmt_any(*to, made);
    *to += made;
    *room -= made;
  }
  if (!from || !*from) return result;
  reads(*from, *left);
  __VERIFIER_assume(used <= *left && (result == (size_t)-1 || used == *left));
  *from += used;
  *left -= used;
  return result;
}

/* A program is shown what there is below a directory, for as long as it wants to. */
struct rmt_level { int base, level; };

static int shown(int (*see)(const char *, const struct rmt_stat *, int, struct rmt_level *)) {
  struct rmt_stat about;
  struct rmt_level level;
  while (__VERIFIER_nondet_int()) {
    char *name = any_name(4096);
    int kind = at_least(0), result;
    __VERIFIER_assume(kind <= 6);
    fstat(0, &about);
    level.base = at_least(0);
    level.level = at_least(0);
    result = see(name, &about, kind, &level);
    free(name);
    if (result != 0) return result;
  }
  return done();
}

/* The same without levels. */
int ftw(const char *name, int (*see)(const char *, const struct rmt_stat *, int), int files) {
  struct rmt_stat about;
  while (__VERIFIER_nondet_int()) {
    char *found = any_name(4096);
    int kind = at_least(0), result;
    __VERIFIER_assume(kind <= 4);
    fstat(0, &about);
    result = see(found, &about, kind);
    free(found);
    if (result != 0) return result;
  }
  return done();
}

int nftw(const char *name, int (*see)(const char *, const struct rmt_stat *, int, struct rmt_level *), int files, int flags) {
  return shown(see);
}

int posix_spawn(int *process, const char *path, const void *actions, const void *attributes, char *const *arguments,
                char *const *environment) {
  char *first = arguments[0];
  if (__VERIFIER_nondet_int()) return at_least(1);
  if (process) *process = at_least(1);
  return 0;
}

int posix_spawnp(int *process, const char *path, const void *actions, const void *attributes, char *const *arguments,
                 char *const *environment) {
  return posix_spawn(process, path, actions, attributes, arguments, environment);
}

struct rmt_messages { struct rmt_message message; unsigned length; };

int recvmmsg(int file, struct rmt_messages *messages, unsigned n, int flags, void *wait) {
  int result = at_least(-1);
  __VERIFIER_assume(result <= 0 || (unsigned)result <= n);
  for (int i = 0; i < result; i++) {
    long length = recvmsg(file, &messages[i].message, flags);
    __VERIFIER_assume(length >= 0);
    messages[i].length = (unsigned)length;
  }
  return result;
}

void *memfrob(void *bytes, size_t n) {
  for (size_t i = 0; i < n; i++) ((char *)bytes)[i] ^= 42;
  return bytes;
}

int pthread_getschedparam(unsigned long thread, int *policy, int *priority) {
  if (done() < 0) return at_least(1);
  *policy = at_least(0);
  *priority = at_least(0);
  return 0;
}

int pthread_getname_np(unsigned long thread, char *to, size_t n) {
  if (n < 16) return 34;
  short_name(to, 16);
  return __VERIFIER_nondet_int() ? at_least(1) : 0;
}

/* Speeds may be kept among the flags, too. */
struct rmt_terminal { unsigned input, output, control, local; char line, characters[32]; unsigned speeds[2]; };

static int set_speed(struct rmt_terminal *terminal) {
  terminal->control = (unsigned)__VERIFIER_nondet_int();
  __rmt_any(terminal->speeds, sizeof terminal->speeds);
  return done();
}

int cfsetispeed(struct rmt_terminal *terminal, unsigned speed) { return set_speed(terminal); }

int cfsetospeed(struct rmt_terminal *terminal, unsigned speed) { return set_speed(terminal); }

int cfsetspeed(struct rmt_terminal *terminal, unsigned speed) { return set_speed(terminal); }

void cfmakeraw(struct rmt_terminal *terminal) {
  __rmt_any(terminal, 4 * sizeof(unsigned));
  __rmt_any(terminal->characters, sizeof terminal->characters);
}
