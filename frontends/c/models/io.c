/* Functions that write what comes from outside, or text whose format is not looked at: any bytes, within the block or
   the given length. */

void *memmove(void *, const void *, size_t);
long __VERIFIER_nondet_long(void);

/* What must hold; the text says what is wrong otherwise. */
void __rmt_check(int, const char *);

/* What is taken for granted. */
void __rmt_granted(const char *);

/* The bytes get any values. */
void __rmt_any(void *, size_t);

/* The same of bytes, of which a new line is the last one at most. */
void __rmt_any_line(char *, size_t);

/* The same of bytes, of which none is zero. */
void __rmt_any_text(char *, size_t);

/* Some number of bytes that fit between the address and the end of its block. */
size_t __rmt_room(const void *);

/* Asked for where a text is any text. */
int __VERIFIER_nondet_text(void);

/* A string that fits; its length, if there is no zero before its end. */
size_t __rmt_text(char *to) {
  size_t room = __rmt_room(to);
  __rmt_granted("what `sprintf` writes fits, where its format does not say how much it is");
  __VERIFIER_assume(room > 0 && room <= __INT_MAX__);
  __VERIFIER_nondet_text();
  __rmt_any(to, room - 1);
  to[room - 1] = 0;
  return room - 1;
}

int vsprintf(char *to, const char *format, __builtin_va_list list) { return __rmt_text(to); }

int sprintf(char *to, const char *format, ...) { return __rmt_text(to); }

int __rmt___sprintf_chk(char *to, int flag, size_t size, const char *format, ...) { return __rmt_text(to); }

int __rmt___vsprintf_chk(char *to, int flag, size_t size, const char *format, __builtin_va_list list) {
  return __rmt_text(to);
}

int vsnprintf(char *to, size_t n, const char *format, __builtin_va_list list) {
  int length = __VERIFIER_nondet_text();
  __VERIFIER_assume(length >= 0);
  if (n > 0) {
    size_t last = (size_t)length < n ? (size_t)length : n - 1;
    __rmt_any(to, last);
    to[last] = 0;
  }
  return length;
}

int snprintf(char *to, size_t n, const char *format, ...) { return vsnprintf(to, n, format, 0); }

int __rmt___snprintf_chk(char *to, size_t n, int flag, size_t size, const char *format, ...) {
  return vsnprintf(to, n, format, 0);
}

int __rmt___vsnprintf_chk(char *to, size_t n, int flag, size_t size, const char *format, __builtin_va_list list) {
  return vsnprintf(to, n, format, 0);
}

/* As much of a string as may be written, before the last position; where its end comes. */
size_t __rmt_put(char *to, size_t last, size_t at, const char *text, size_t most) {
  size_t i;
  for (i = 0; i < most && text[i] != 0; i++)
    if (at + i < last) to[at + i] = text[i];
  return at + i;
}

/* The same with blanks before or behind it up to a width. */
size_t __rmt_put_padded(char *to, size_t last, size_t at, const char *text, size_t most, size_t width, int left) {
  size_t length = 0, i;
  while (length < most && text[length] != 0) length++;
  if (length >= width) return __rmt_put(to, last, at, text, most);
  if (left) __rmt_put(to, last, at, text, most);
  for (i = 0; i < width - length; i++)
    if (at + (left ? length : 0) + i < last) to[at + (left ? length : 0) + i] = ' ';
  if (!left) __rmt_put(to, last, at + (width - length), text, most);
  return at + width;
}

/* The numbers that any text begins with. */
int __rmt_any_int(void) { return __VERIFIER_nondet_text(); }

long __rmt_any_long(void) {
  __VERIFIER_nondet_text();
  return __VERIFIER_nondet_long();
}

int __rmt_between(int low, int high) {
  int n = __VERIFIER_nondet_text();
  __VERIFIER_assume(n >= low && n <= high);
  return n;
}

/* What printing so many characters gives: files may take no more. */
int __rmt_printed(int length) {
  int result = __VERIFIER_nondet_int();
  __VERIFIER_assume(result == -1 || result == length);
  return result;
}

int __rmt_printed_within(int low, int high) { return __rmt_printed(__rmt_between(low, high)); }

static int any_text(char *to, size_t n, int length) {
  if (n > 0) {
    size_t last = (size_t)length < n ? (size_t)length : n - 1;
    __rmt_any(to, last);
    to[last] = 0;
  }
  return length;
}

/* A text of a length between two bounds, as much of it as there is room for. */
int __rmt_formatted(char *to, size_t n, int low, int high) { return any_text(to, n, __rmt_between(low, high)); }

/* The same where it is known how long it was when it was made before, unless that is negative. */
int __rmt_formatted_again(char *to, size_t n, int low, int high, int before) {
  return any_text(to, n, before < 0 ? __rmt_between(low, high) : before);
}

/* Of wide characters. What does not fit is an error. */
int __rmt_wide_formatted(__WCHAR_TYPE__ *to, size_t n, int low, int high) {
  int length = __rmt_between(low, high);
  if (n > 0) {
    size_t last = (size_t)length < n ? (size_t)length : n - 1;
    __rmt_any(to, last * sizeof *to);
    to[last] = 0;
  }
  return (size_t)length < n ? length : -1;
}

/* A length up to a bound; where accesses are not checked, of what fits. */
static size_t length_up_to(char *to, size_t most) {
  long length = __VERIFIER_nondet_long();
  __VERIFIER_assume(length >= 0 && (size_t)length <= most);
#if !CHECKS_ACCESSES
  {
    size_t room = __rmt_room(to);
    __rmt_granted("what `sprintf`, `gets` and `scanf` write fits");
    __VERIFIER_assume((size_t)length < room);
  }
#endif
  return (size_t)length;
}

/* A text of a length between two bounds; where accesses are not checked, one that fits. */
int __rmt_formatted_within(char *to, size_t low, size_t high) {
  size_t length = length_up_to(to, high);
  __VERIFIER_nondet_text();
  __VERIFIER_assume(length >= low);
  __rmt_any(to, length);
  to[length] = 0;
  return (int)length;
}

/* A text of which nothing is known but how long it is at least, and that it fits if so much does. */
int __rmt_formatted_somehow(char *to, size_t low) {
  size_t room = __rmt_room(to), length = low;
  __rmt_granted("what `sprintf` writes fits, where its format does not say how much it is");
  __VERIFIER_nondet_text();
  if (room > low && room <= __INT_MAX__) length = room - 1;
#if !CHECKS_ACCESSES
  __VERIFIER_assume(length < room);
#endif
  __rmt_any(to, length);
  to[length] = 0;
  return (int)length;
}

int __rmt_formatted_new(char **to, int low, int high) {
  int length = __rmt_between(low, high);
  char *text;
  text = malloc((size_t)length + 1);
  if (!text) return -1;
  __rmt_any(text, length);
  text[length] = 0;
  *to = text;
  return length;
}

int vasprintf(char **to, const char *format, __builtin_va_list list) {
  return __rmt_formatted_new(to, 0, __INT_MAX__);
}

int asprintf(char **to, const char *format, ...) { return __rmt_formatted_new(to, 0, __INT_MAX__); }

char *strerror(int number) {
  static char text[64];
  __rmt_any(text, 63);
  text[63] = 0;
  return text;
}

char *strerror_l(int number, void *locale) { return strerror(number); }

/* GNU: into the given block, or a text that lives on. */
char *strerror_r(int number, char *to, size_t n) {
  static _Thread_local char text[64];
  int length = __VERIFIER_nondet_int();
  if (n == 0 || length < 0) {
    __rmt_any(text, 63);
    text[63] = 0;
    return text;
  }
  __VERIFIER_assume((size_t)length < n);
  __rmt_any(to, length);
  to[length] = 0;
  return to;
}

/* POSIX: as much as fits, and whether it does. */
int __xpg_strerror_r(int number, char *to, size_t n) {
  int length = __VERIFIER_nondet_int(), result = __VERIFIER_nondet_int();
  __VERIFIER_assume(result >= -1);
  if (n == 0) return 34;
  __VERIFIER_assume(length >= 0 && (size_t)length < n);
  __rmt_any(to, length);
  to[length] = 0;
  return result;
}

const char *gai_strerror(int number) { return strerror(number); }

const char *hstrerror(int number) { return strerror(number); }

char *strsignal(int number) { return strerror(number); }

/* How long a word of the input is, or of a string: then no longer than that, of which nothing behind the zero is read. */
size_t __rmt_word_length(char *to, size_t most, const char *from) {
  size_t length = length_up_to(to, most);
  __VERIFIER_assume(length > 0);
  if (from) {
    size_t room = __rmt_room(from), i;
    __VERIFIER_assume(length < room);
    for (i = 0; i < length; i++) __VERIFIER_assume(from[i] != 0);
  }
  return length;
}

void __rmt_word_ends(char *to, size_t length) {
  to[length] = 0;
  __VERIFIER_assume(to[0] != 0);
}

void __rmt_wide_word(int *to, size_t most) {
  size_t length = length_up_to((char *)to, most);
  __VERIFIER_assume(length > 0);
  __rmt_any(to, length * sizeof(int));
  to[length] = 0;
}

/* As much as the input holds. */
char *gets(char *to) {
  size_t length;
  if (__VERIFIER_nondet_int()) return 0;
  length = length_up_to(to, __INT_MAX__);
  __rmt_any(to, length);
  to[length] = 0;
  return to;
}

/* A string that is printed: other threads may write it meanwhile. */
void __rmt_read_text(const char *s, size_t most) {
  size_t i;
  for (i = 0; i < most && s[i] != 0; i++)
    ;
}

/* A format that is followed by so many arguments. Those that are asked for by their numbers are not looked at. */
#define ASKS_FOR(NAME, CHAR)                                                                                  \
  void NAME(const CHAR *format, size_t given) {                                                               \
    size_t i = 0, asked = 0;                                                                                  \
    while (format[i] != 0) {                                                                                  \
      if (format[i++] != '%') continue;                                                                       \
      while (format[i] == '.' || format[i] == '*' || (format[i] >= '0' && format[i] <= '9') ||                \
             format[i] == '-' || format[i] == '+' || format[i] == ' ' || format[i] == '#')                    \
        asked += format[i++] == '*';                                                                          \
      if (format[i] == '$') return;                                                                           \
      if (format[i] != '%' && format[i] != 'm') asked++;                                                      \
      __rmt_check(asked <= given, "an argument is missing that the format asks for");                         \
      if (format[i] != 0) i++;                                                                                \
    }                                                                                                         \
  }

ASKS_FOR(__rmt_asks_for, char)
ASKS_FOR(__rmt_wide_asks_for, __WCHAR_TYPE__)

char *fgets(char *to, int n, void *file) {
  int length = __VERIFIER_nondet_int();
  if (n < 1) return 0;
  NOTHING_BEHIND_END(file, length >= 0);
  ENDS_IF(length < 0, file);
  if (length < 0) return 0;
  GOES_ON(file);
  __VERIFIER_assume(length < n);
  __rmt_any_line(to, length);
  READ_BYTES(file == stdin, to, length);
  to[length] = 0;
  return to;
}

/* What a path is written to: a block that is made if there is none. Where that fails, some of it may have been. */
static char *written_path(char *to, size_t most, size_t room) {
  long length = __VERIFIER_nondet_long();
  int fails = __VERIFIER_nondet_int();
  __VERIFIER_assume(length >= 0 && (size_t)length <= most);
  if (!to && fails) return 0;
  if (!to) to = malloc(room > (size_t)length ? room : (size_t)length + 1);
  if (!to) return 0;
  __rmt_any(to, length);
  to[length] = 0;
  return fails ? 0 : to;
}

char *getcwd(char *to, size_t n) {
  if (n > __INT_MAX__ || (to && n < 1)) return 0;
  return written_path(to, n > 0 ? n - 1 : 4095, n);
}

char *get_current_dir_name(void) { return written_path(0, 4095, 0); }

char *realpath(const char *name, char *to) { return written_path(to, 4095, 0); }

long read(int file, void *to, size_t n) {
  long length = __VERIFIER_nondet_long();
  if (length < 0) return -1;
  __VERIFIER_assume((size_t)length <= n);
  __rmt_any(to, length);
  READ_BYTES(file == 0, to, length);
  return length;
}

size_t fread(void *to, size_t size, size_t n, void *file) {
  long length = __VERIFIER_nondet_long();
  __VERIFIER_assume(length >= 0 && (size_t)length <= n && (size > 0 || length == 0));
  NOTHING_BEHIND_END(file, length > 0);
  __rmt_any(to, size * (size_t)length);
  READ_BYTES(file == stdin, to, size * (size_t)length);
  ENDS_IF(size > 0 && (size_t)length < n, file);
  return length;
}

/* Systems count in nanoseconds of 64 bits; -1 says that there is no clock. */
long time(long *to) {
  long now = __VERIFIER_nondet_long();
  __VERIFIER_assume(now >= -1 && now <= 9223372036);
  if (to) *to = now;
  return now;
}

struct rmt_time { long seconds, micro; };

int gettimeofday(struct rmt_time *to, void *zone) {
  to->seconds = __VERIFIER_nondet_long();
  __VERIFIER_assume(to->seconds >= 0 && to->seconds <= 9223372036);
  to->micro = __VERIFIER_nondet_long();
  __VERIFIER_assume(to->micro >= 0 && to->micro < 1000000);
  return 0;
}

/* The digits of a number: what they amount to, cut to the type's range, and where they end. */
static unsigned long long digits(const char *s, char **end, int base, int *negative, int *over) {
  const char *at = s;
  unsigned long long n = 0;
  int any = 0;
  *negative = *over = 0;
  while (*at == ' ' || (*at >= '\t' && *at <= '\r')) at++;
  if (*at == '-' || *at == '+') *negative = *at++ == '-';
  if ((base == 0 || base == 16) && at[0] == '0' && (at[1] == 'x' || at[1] == 'X') &&
      ((at[2] >= '0' && at[2] <= '9') || (at[2] >= 'a' && at[2] <= 'f') || (at[2] >= 'A' && at[2] <= 'F'))) {
    at += 2;
    base = 16;
  } else if (base == 0) {
    base = *at == '0' ? 8 : 10;
  }
  for (;; at++) {
    int digit;
    if (*at >= '0' && *at <= '9') digit = *at - '0';
    else if (base > 10 && *at >= 'a' && *at <= 'z') digit = *at - 'a' + 10;
    else if (base > 10 && *at >= 'A' && *at <= 'Z') digit = *at - 'A' + 10;
    else break;
    if (digit >= base) break;
    any = 1;
    /* No quotient is about what is read, and what is too large grows no more. */
    if (*over) continue;
    if (n > ~0ull / base) *over = 1;
    else if (n * base > ~0ull - digit) *over = 1;
    else n = n * base + digit;
  }
  if (end) *end = (char *)(any ? at : s);
  /* Some libraries say so where there is no digit. */
  MAY_FAIL_IF(!any, NUMBER_INVALID);
  return n;
}

unsigned long strtoul(const char *s, char **end, int base) {
  int negative, over;
  unsigned long long n = digits(s, end, base, &negative, &over);
  FAILS_IF(over || n > ~0ul, NUMBER_RANGE);
  return over || n > ~0ul ? ~0ul : negative ? -n : n;
}

long strtol(const char *s, char **end, int base) {
  int negative, over;
  unsigned long long n = digits(s, end, base, &negative, &over), most = __LONG_MAX__;
  FAILS_IF(over || n > most + negative, NUMBER_RANGE);
  if (negative) return over || n > most ? -__LONG_MAX__ - 1 : -(long)n;
  return over || n > most ? __LONG_MAX__ : (long)n;
}

unsigned long long strtoull(const char *s, char **end, int base) {
  int negative, over;
  unsigned long long n = digits(s, end, base, &negative, &over);
  FAILS_IF(over, NUMBER_RANGE);
  return over ? ~0ull : negative ? -n : n;
}

long long strtoll(const char *s, char **end, int base) {
  int negative, over;
  unsigned long long n = digits(s, end, base, &negative, &over), most = __LONG_LONG_MAX__;
  FAILS_IF(over || n > most + negative, NUMBER_RANGE);
  if (negative) return over || n > most ? -__LONG_LONG_MAX__ - 1 : -(long long)n;
  return over || n > most ? __LONG_LONG_MAX__ : (long long)n;
}

/* A number of up to 15 digits, perhaps with a fraction and an exponent, is what it says: the product or quotient of numbers that have
   no rounding. Others are any. */
double strtod(const char *s, char **end) {
  const char *at = s, *last = s;
  double n = 0, times = 1, scale = 1;
  int negative = 0, seen = 0, base = 10, exact = 1;
  while (*at == ' ' || (*at >= '\t' && *at <= '\r')) at++;
  if (*at == '-' || *at == '+') negative = *at++ == '-';
  if (strncasecmp(at, "inf", 3) == 0 || strncasecmp(at, "nan", 3) == 0) {
    last = at + (strncasecmp(at, "infinity", 8) == 0 ? 8 : 3);
    seen = 1;
    exact = 0;
  } else {
    if (at[0] == '0' && (at[1] == 'x' || at[1] == 'X')) {
      base = 16;
      exact = 0;
      last = at + 1;
      at += 2;
    }
    for (int fraction = 0; (*at == '.' && !fraction) || (*at >= '0' && *at <= '9') ||
                           (base == 16 && ((*at >= 'a' && *at <= 'f') || (*at >= 'A' && *at <= 'F')));
         at++) {
      if (*at == '.') {
        fraction = 1;
        if (seen) last = at + 1;
        continue;
      }
      if (++seen > 15) exact = 0;
      if (!RMT_ANY_NUMBERS && exact) n = n * 10 + (*at - '0');
      if (!RMT_ANY_NUMBERS && exact && fraction) scale = scale * 10;
      last = at + 1;
    }
    if (seen && (base == 16 ? *at == 'p' || *at == 'P' : *at == 'e' || *at == 'E')) {
      int power = 0, is_less = *++at == '-';
      if (*at == '-' || *at == '+') at++;
      for (; *at >= '0' && *at <= '9'; at++) {
        if (power < 100) power = power * 10 + (*at - '0');
        last = at + 1;
      }
      if (power > 22) exact = 0;
      for (; !RMT_ANY_NUMBERS && exact && power > 0; power--) {
        if (is_less) scale = scale * 10;
        else if (scale > 1) scale = scale / 10;
        else times = times * 10;
      }
      if (scale > 1e22) exact = 0;
    }
  }
  if (end) *end = (char *)last;
  MAY_FAIL_IF(last == s, NUMBER_INVALID);
  if (last == s) return 0;
  MAY_FAIL_IF(RMT_ANY_NUMBERS || !exact, NUMBER_RANGE);
  if (RMT_ANY_NUMBERS || !exact) return __VERIFIER_nondet_double();
  n = scale > 1 ? n / scale : n * times;
  return negative ? -n : n;
}

double atof(const char *s) { return strtod(s, 0); }

float strtof(const char *s, char **end) { return (float)strtod(s, end); }

long double strtold(const char *s, char **end) { return strtod(s, end); }

static size_t span(const char *s, const char *set, int inside) {
  size_t n = 0;
  while (s[n] != 0 && (strchr(set, s[n]) != 0) == inside) n++;
  return n;
}

size_t strspn(const char *s, const char *set) { return span(s, set, 1); }

size_t strcspn(const char *s, const char *set) { return span(s, set, 0); }

char *strpbrk(const char *s, const char *set) {
  s += span(s, set, 0);
  return *s ? (char *)s : 0;
}

/* Behind the last token, an empty text is left in some libraries, and none in others. */
char *strtok_r(char *s, const char *set, char **rest) {
  if (!s) s = *rest;
  if (!s) return 0;
  s += span(s, set, 1);
  if (*s == 0) {
    *rest = __VERIFIER_nondet_int() ? s : 0;
    return 0;
  }
  *rest = s + span(s, set, 0);
  if (**rest != 0) *(*rest)++ = 0;
  else if (__VERIFIER_nondet_int()) *rest = 0;
  return s;
}

/* Before there is a string, there is nothing to go on in: what scanned functions do may have been begun by their callers. */
char *strtok(char *s, const char *set) {
  static char *rest, has_begun;
  if (!s && !has_begun && !RMT_ANY_NUMBERS) {
    char first = *s;
  }
  has_begun = 1;
  return strtok_r(s, set, &rest);
}

int bcmp(const void *a, const void *b, size_t n) { return memcmp(a, b, n); }

/* The bytes of each pair change places; an odd one is left. */
void swab(const void *from, void *to, long n) {
  const char *x = from;
  char *y = to;
  for (long i = 0; i < n - 1; i += 2) {
    char first = x[i], second = x[i + 1];
    y[i] = second;
    y[i + 1] = first;
  }
}

void bcopy(const void *from, void *to, size_t n) { memmove(to, from, n); }

void *bsearch(const void *key, const void *start, size_t n, size_t size, int (*order)(const void *, const void *)) {
  size_t low = 0, high = n;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    const char *at = (const char *)start + middle * size;
    int found = order(key, at);
    if (found == 0) return (void *)at;
    if (found < 0)
      high = middle;
    else
      low = middle + 1;
  }
  return 0;
}

/* What was given to atexit runs backwards. Where so much room is used up, it says so. */
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static void (*handlers[65536])(void);
static int registered;

int atexit(void (*handler)(void)) {
  __VERIFIER_atomic_begin();
  int number = registered;
  if (number < 65536) {
    handlers[number] = handler;
    registered = number + 1;
  }
  __VERIFIER_atomic_end();
  return number < 65536 ? 0 : -1;
}

void __rmt_exit(void) {
  while (registered > 0) handlers[--registered]();
}
