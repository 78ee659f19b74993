/* Models of functions of the C library, in C. Each does what the standard says, one byte at a time; where the standard
   leaves a result open, it is any of those allowed. */

typedef __SIZE_TYPE__ size_t;

void *malloc(size_t);
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

/* Negative, zero or positive, as the order of the bytes is. */
static int order(unsigned char a, unsigned char b) {
  int result;
  if (a == b) return 0;
  result = __VERIFIER_nondet_int();
  if (a < b)
    __VERIFIER_assume(result < 0);
  else
    __VERIFIER_assume(result > 0);
  return result;
}

static int truth(int holds) {
  int result;
  if (!holds) return 0;
  result = __VERIFIER_nondet_int();
  __VERIFIER_assume(result != 0);
  return result;
}

size_t strlen(const char *s) {
  size_t n = 0;
  while (s[n] != 0) n++;
  return n;
}

size_t strnlen(const char *s, size_t max) {
  size_t n = 0;
  while (n < max && s[n] != 0) n++;
  return n;
}

char *strcpy(char *to, const char *from) {
  size_t i = 0;
  while ((to[i] = from[i]) != 0) i++;
  return to;
}

/* All n bytes are written, the last one as well: where they do not fit, that shows before any round of the loop. */
char *strncpy(char *to, const char *from, size_t n) {
  size_t i = 0;
  if (n > 0) to[n - 1] = 0;
  while (i < n && from[i] != 0) {
    to[i] = from[i];
    i++;
  }
  while (i < n) {
    to[i] = 0;
    i++;
  }
  return to;
}

char *strcat(char *to, const char *from) {
  size_t n = strlen(to), i = 0;
  while ((to[n + i] = from[i]) != 0) i++;
  return to;
}

char *strncat(char *to, const char *from, size_t max) {
  size_t n = strlen(to), i = 0;
  while (i < max && from[i] != 0) {
    to[n + i] = from[i];
    i++;
  }
  to[n + i] = 0;
  return to;
}

int strcmp(const char *a, const char *b) {
  size_t i = 0;
  while (a[i] != 0 && a[i] == b[i]) i++;
  return order(a[i], b[i]);
}

int strncmp(const char *a, const char *b, size_t n) {
  size_t i = 0;
  while (i < n && a[i] != 0 && a[i] == b[i]) i++;
  if (i == n) return 0;
  return order(a[i], b[i]);
}

int strcasecmp(const char *a, const char *b) {
  size_t i = 0;
  for (;;) {
    int x = (unsigned char)a[i], y = (unsigned char)b[i];
    if (x >= 'A' && x <= 'Z') x += 'a' - 'A';
    if (y >= 'A' && y <= 'Z') y += 'a' - 'A';
    if (x != y || x == 0) return order(x, y);
    i++;
  }
}

int strncasecmp(const char *a, const char *b, size_t n) {
  for (size_t i = 0; i < n; i++) {
    int x = (unsigned char)a[i], y = (unsigned char)b[i];
    if (x >= 'A' && x <= 'Z') x += 'a' - 'A';
    if (y >= 'A' && y <= 'Z') y += 'a' - 'A';
    if (x != y || x == 0) return order(x, y);
  }
  return 0;
}

char *strchr(const char *s, int c) {
  size_t i = 0;
  while (s[i] != (char)c) {
    if (s[i] == 0) return 0;
    i++;
  }
  return (char *)s + i;
}

char *strrchr(const char *s, int c) {
  const char *found = 0;
  size_t i = 0;
  for (;;) {
    if (s[i] == (char)c) found = s + i;
    if (s[i] == 0) return (char *)found;
    i++;
  }
}

char *strstr(const char *s, const char *what) {
  size_t i = 0;
  for (;;) {
    size_t j = 0;
    while (what[j] != 0 && s[i + j] == what[j]) j++;
    if (what[j] == 0) return (char *)s + i;
    if (s[i] == 0) return 0;
    i++;
  }
}

void *memmem(const void *in, size_t n, const void *what, size_t m) {
  const char *at = in;
  size_t i;
  for (i = 0; m <= n && i <= n - m; i++)
    if (memcmp(at + i, what, m) == 0) return (void *)(at + i);
  return 0;
}

char *strdup(const char *s) {
  char *copy = malloc(strlen(s) + 1);
  if (copy) strcpy(copy, s);
  return copy;
}

char *strndup(const char *s, size_t max) {
  size_t n = strnlen(s, max);
  char *copy = malloc(n + 1);
  if (copy) {
    strncpy(copy, s, n);
    copy[n] = 0;
  }
  return copy;
}

/* All n bytes are accessed, also behind the first that differ. */
int memcmp(const void *a, const void *b, size_t n) {
  const unsigned char *x = a, *y = b;
  if (n > 0) {
    unsigned char last = x[n - 1];
    last = y[n - 1];
  }
  for (size_t i = 0; i < n; i++)
    if (x[i] != y[i]) return order(x[i], y[i]);
  return 0;
}

void *memchr(const void *s, int c, size_t n) {
  const unsigned char *x = s;
  for (size_t i = 0; i < n; i++)
    if (x[i] == (unsigned char)c) return (void *)(x + i);
  return 0;
}

int abs(int x) { return x < 0 ? -x : x; }

long labs(long x) { return x < 0 ? -x : x; }

long long llabs(long long x) { return x < 0 ? -x : x; }

__INTMAX_TYPE__ imaxabs(__INTMAX_TYPE__ x) { return x < 0 ? -x : x; }

int isdigit(int c) { return truth(c >= '0' && c <= '9'); }

int isspace(int c) { return truth(c == ' ' || (c >= '\t' && c <= '\r')); }

int isupper(int c) { return truth(c >= 'A' && c <= 'Z'); }

int islower(int c) { return truth(c >= 'a' && c <= 'z'); }

int isalpha(int c) { return truth((c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z')); }

int isalnum(int c) {
  return truth((c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'));
}

int isxdigit(int c) {
  return truth((c >= 'A' && c <= 'F') || (c >= 'a' && c <= 'f') || (c >= '0' && c <= '9'));
}

int toupper(int c) { return c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c; }

int tolower(int c) { return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c; }

int rand(void) {
  int result = __VERIFIER_nondet_int();
  __VERIFIER_assume(result >= 0);
  return result;
}

long random(void) { return rand(); }

/* The name behind the last slash; what trails is cut off. */
char *__xpg_basename(char *path) {
  static char none[2] = ".";
  size_t end = 0, start;
  if (!path || !*path) return none[0] = '.', none;
  while (path[end]) end++;
  while (end > 1 && path[end - 1] == '/') end--;
  for (start = end; start > 0 && path[start - 1] != '/';) start--;
  if (start == end) start--;
  if (path[end]) path[end] = 0;
  return path + start;
}

/* What is in front of it. Two slashes at the beginning stay two. */
char *dirname(char *path) {
  static char none[2] = ".";
  size_t end = 0, slash;
  none[0] = '.';
  if (!path || !*path) return none;
  if (path[0] == '/' && path[1] == '/' && !path[2]) return path;
  while (path[end]) end++;
  while (end > 1 && path[end - 1] == '/') end--;
  while (end > 0 && path[end - 1] != '/') end--;
  if (end == 0) return none;
  slash = end - 1;
  while (end > 1 && path[end - 1] == '/') end--;
  if (end == 1 && slash == 1 && path[0] == '/') end = 2;
  path[end] = 0;
  return path;
}

/* Where one asks whether a stream is at its end, it is noted that reading fails. */
#if STREAM_ENDS
void __rmt_stream_ends(void *);
void __rmt_stream_goes_on(void *);
int __rmt_has_ended(void *);
#define ENDS_IF(CONDITION, STREAM) ((CONDITION) ? __rmt_stream_ends(STREAM) : (void)0)
#define GOES_ON(STREAM) __rmt_stream_goes_on(STREAM)
/* Behind the end, there is nothing. */
#define NOTHING_BEHIND_END(STREAM, IS_SOMETHING) __VERIFIER_assume(!(IS_SOMETHING) || !__rmt_has_ended(STREAM))
#else
#define GOES_ON(STREAM) (void)0
#define NOTHING_BEHIND_END(STREAM, IS_SOMETHING) (void)0
#define ENDS_IF(CONDITION, STREAM) (void)0
#endif

/* Where one asks for coverage, whoever runs the program is told what comes from the standard input: a byte or -1, and so many bytes. */
#if COVERS
void __rmt_input_byte(int byte) {}
void __rmt_input_bytes(const void *from, long bytes) {}
#define READ_BYTES(IS_STDIN, FROM, BYTES) ((IS_STDIN) ? __rmt_input_bytes(FROM, BYTES) : (void)0)
#else
#define __rmt_input_byte(BYTE) (void)0
#define READ_BYTES(IS_STDIN, FROM, BYTES) (void)0
#endif

#if COVERS || STREAM_ENDS
extern void *stdin;
int __rmt_byte(void) {
  int result = __VERIFIER_nondet_int();
  __VERIFIER_assume(result >= -1 && result <= 255);
  return result;
}

int getchar(void) {
  int result = __rmt_byte();
  NOTHING_BEHIND_END(stdin, result >= 0);
  __rmt_input_byte(result);
  ENDS_IF(result < 0, stdin);
  return result;
}

int fgetc(void *file) {
  int result;
  if (file == stdin) return getchar();
  result = __rmt_byte();
  NOTHING_BEHIND_END(file, result >= 0);
  ENDS_IF(result < 0, file);
  return result;
}

int getc(void *file) { return fgetc(file); }
#else
int getchar(void) {
  int result = __VERIFIER_nondet_int();
  __VERIFIER_assume(result >= -1 && result <= 255);
  return result;
}

int getc(void *file) { return getchar(); }

int fgetc(void *file) { return getchar(); }
#endif

/* A decimal number as strtol has it: what does not fit is the largest or the least. The first ten digits, which are all of
   most numbers, take no rounds of a loop. */
#define DIGIT \
  if (*s >= '0' && *s <= '9') n = n * 10 + (*s++ - '0');

static long long decimal(const char *s, long long most) {
  int negative = 0, over = 0;
  long long n = 0;
  while (*s == ' ' || (*s >= '\t' && *s <= '\r')) s++;
  if (*s == '-' || *s == '+') negative = *s++ == '-';
  DIGIT DIGIT DIGIT DIGIT DIGIT
  DIGIT DIGIT DIGIT DIGIT DIGIT
  while (*s >= '0' && *s <= '9') {
    int digit = *s++ - '0';
    over = over || n > __LONG_LONG_MAX__ / 10 || n * 10 > __LONG_LONG_MAX__ - digit;
    if (!over) n = n * 10 + digit;
  }
  over = over || n > most;
  return !negative ? over ? most : n : over ? -most - 1 : -n;
}

/* What is no int is undefined in C; libraries give the lower bits. */
int atoi(const char *s) { return (int)decimal(s, __LONG_MAX__); }

long atol(const char *s) { return (long)decimal(s, __LONG_MAX__); }

long long atoll(const char *s) { return decimal(s, __LONG_LONG_MAX__); }
