/* Classes of wide characters and numbers in wide strings, and what becomes of strings of one kind in the other. Of characters beyond
   ASCII nothing is known: they are up to the locale. What is no character, the end of a file, is of no class. */

long long __VERIFIER_nondet_longlong(void);

#define IS_ASCII(C) ((C) < 128)

#define IS_END(C) ((C) == 0xffffffffu)

static int of_locale(unsigned c) { return !IS_END(c) && __VERIFIER_nondet_int() ? 1 : 0; }

int iswalpha(unsigned c) { return IS_ASCII(c) ? isalpha((int)c) : of_locale(c); }

int iswdigit(unsigned c) { return truth(c >= '0' && c <= '9'); }

int iswalnum(unsigned c) { return IS_ASCII(c) ? isalnum((int)c) : of_locale(c); }

int iswspace(unsigned c) { return IS_ASCII(c) ? isspace((int)c) : of_locale(c); }

int iswupper(unsigned c) { return IS_ASCII(c) ? isupper((int)c) : of_locale(c); }

int iswlower(unsigned c) { return IS_ASCII(c) ? islower((int)c) : of_locale(c); }

int iswxdigit(unsigned c) { return IS_ASCII(c) ? isxdigit((int)c) : 0; }

int iswpunct(unsigned c) { return IS_ASCII(c) ? ispunct((int)c) : of_locale(c); }

int iswprint(unsigned c) { return IS_ASCII(c) ? isprint((int)c) : of_locale(c); }

int iswgraph(unsigned c) { return IS_ASCII(c) ? isgraph((int)c) : of_locale(c); }

int iswcntrl(unsigned c) { return IS_ASCII(c) ? iscntrl((int)c) : of_locale(c); }

int iswblank(unsigned c) { return IS_ASCII(c) ? isblank((int)c) : of_locale(c); }

unsigned towupper(unsigned c) {
  if (IS_END(c)) return c;
  return IS_ASCII(c) ? (unsigned)toupper((int)c) : (unsigned)__VERIFIER_nondet_int();
}

unsigned towlower(unsigned c) {
  if (IS_END(c)) return c;
  return IS_ASCII(c) ? (unsigned)tolower((int)c) : (unsigned)__VERIFIER_nondet_int();
}

static size_t wide_span(const rmt_wide *s, const rmt_wide *set, int inside) {
  size_t n = 0;
  while (s[n] != 0 && (wcschr(set, s[n]) != 0) == inside) n++;
  return n;
}

size_t wcsspn(const rmt_wide *s, const rmt_wide *set) { return wide_span(s, set, 1); }

size_t wcscspn(const rmt_wide *s, const rmt_wide *set) { return wide_span(s, set, 0); }

rmt_wide *wcspbrk(const rmt_wide *s, const rmt_wide *set) {
  s += wide_span(s, set, 0);
  return *s ? (rmt_wide *)s : 0;
}

rmt_wide *wcsstr(const rmt_wide *s, const rmt_wide *what) {
  size_t n = wcslen(what), i = 0;
  for (;;) {
    if (wcsncmp(s + i, what, n) == 0) return (rmt_wide *)s + i;
    if (s[i] == 0) return 0;
    i++;
  }
}

rmt_wide *wcstok(rmt_wide *s, const rmt_wide *set, rmt_wide **rest) {
  if (!s) s = *rest;
  if (!s) return 0;
  s += wide_span(s, set, 1);
  if (*s == 0) {
    *rest = 0;
    return 0;
  }
  *rest = wcspbrk(s, set);
  if (*rest) *(*rest)++ = 0;
  return s;
}

/* Where a number ends: somewhere in the string; whether there is one. */
static int wide_number_ends(const rmt_wide *s, rmt_wide **end) {
  size_t n = wcslen(s), at = (size_t)at_least(0);
  __VERIFIER_assume(at <= n);
  if (end) *end = (rmt_wide *)s + at;
  return at > 0;
}

long wcstol(const rmt_wide *s, rmt_wide **end, int base) {
  return wide_number_ends(s, end) ? __VERIFIER_nondet_long() : 0;
}

unsigned long wcstoul(const rmt_wide *s, rmt_wide **end, int base) { return (unsigned long)wcstol(s, end, base); }

long long wcstoll(const rmt_wide *s, rmt_wide **end, int base) {
  return wide_number_ends(s, end) ? __VERIFIER_nondet_longlong() : 0;
}

unsigned long long wcstoull(const rmt_wide *s, rmt_wide **end, int base) {
  return (unsigned long long)wcstoll(s, end, base);
}

double wcstod(const rmt_wide *s, rmt_wide **end) { return wide_number_ends(s, end) ? __VERIFIER_nondet_double() : 0; }

/* A character beyond ASCII is of several bytes, or of one that is an error. */
size_t mbstowcs(rmt_wide *to, const char *from, size_t n) {
  size_t made = 0, i = 0;
  while (!to || made < n) {
    rmt_wide c = from[i++];
    if (c < 0) {
      if (__VERIFIER_nondet_int()) return (size_t)-1;
      while (from[i] < 0 && __VERIFIER_nondet_int()) i++;
      c = __VERIFIER_nondet_int();
      __VERIFIER_assume(c >= 128);
    }
    if (to) to[made] = c;
    if (c == 0) return made;
    made++;
  }
  return made;
}

/* Such a one becomes up to four bytes, all of them or none. */
size_t wcstombs(char *to, const rmt_wide *from, size_t n) {
  size_t made = 0;
  for (size_t i = 0; !to || made < n; i++) {
    if (from[i] >= 0 && from[i] < 128) {
      if (to) to[made] = (char)from[i];
      if (from[i] == 0) return made;
      made++;
    } else {
      size_t bytes = (size_t)__VERIFIER_nondet_int();
      if (__VERIFIER_nondet_int()) return (size_t)-1;
      __VERIFIER_assume(bytes >= 1 && bytes <= 4);
      if (to && bytes > n - made) return made;
      if (to) __rmt_any(to + made, bytes);
      made += bytes;
    }
  }
  return made;
}
