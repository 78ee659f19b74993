/* Functions of <stdlib.h> on arrays and numbers, and lines of any text. */

void *malloc(size_t);
void *realloc(void *, size_t);
void *calloc(size_t, size_t);
void free(void *);
void *memcpy(void *, const void *, size_t);
void *memset(void *, int, size_t);
void abort(void);
void exit(int);

typedef struct { int quot, rem; } rmt_div;
typedef struct { long quot, rem; } rmt_ldiv;
typedef struct { long long quot, rem; } rmt_lldiv;

rmt_div div(int a, int b) {
  rmt_div both;
  both.quot = a / b;
  both.rem = a % b;
  return both;
}

rmt_ldiv ldiv(long a, long b) {
  rmt_ldiv both;
  both.quot = a / b;
  both.rem = a % b;
  return both;
}

rmt_lldiv lldiv(long long a, long long b) {
  rmt_lldiv both;
  both.quot = a / b;
  both.rem = a % b;
  return both;
}

typedef struct { __INTMAX_TYPE__ quot, rem; } rmt_maxdiv;

rmt_maxdiv imaxdiv(__INTMAX_TYPE__ a, __INTMAX_TYPE__ b) {
  rmt_maxdiv both;
  both.quot = a / b;
  both.rem = a % b;
  return both;
}

__INTMAX_TYPE__ strtoimax(const char *s, char **end, int base) { return strtoll(s, end, base); }

__UINTMAX_TYPE__ strtoumax(const char *s, char **end, int base) { return strtoull(s, end, base); }

/* Whether an element goes in front of another one that is before it: of equal ones, either may come first. */
static int goes_in_front(int order) { return order > 0 || (order == 0 && __VERIFIER_nondet_int()); }

/* Each element goes to its place among those before it. */
void qsort(void *start, size_t n, size_t size, int (*order)(const void *, const void *)) {
  char *at = start;
  for (size_t i = 1; i < n; i++)
    for (size_t j = i; j > 0 && goes_in_front(order(at + (j - 1) * size, at + j * size)); j--)
      for (size_t k = 0; k < size; k++) {
        char byte = at[j * size + k];
        at[j * size + k] = at[(j - 1) * size + k];
        at[(j - 1) * size + k] = byte;
      }
}

/* The same where elements may hold more than bytes: they are copied as what they are. */
#define SORT(NAME, SIZE)                                                                                        \
  void NAME(void *start, size_t n, size_t size, int (*order)(const void *, const void *)) {                     \
    char *at = start, spare[SIZE];                                                                              \
    for (size_t i = 1; i < n; i++)                                                                              \
      for (size_t j = i; j > 0 && goes_in_front(order(at + (j - 1) * SIZE, at + j * SIZE)); j--) {              \
        memcpy(spare, at + j * SIZE, SIZE);                                                                     \
        memcpy(at + j * SIZE, at + (j - 1) * SIZE, SIZE);                                                       \
        memcpy(at + (j - 1) * SIZE, spare, SIZE);                                                               \
      }                                                                                                         \
  }

SORT(__rmt_qsort_4, 4)
SORT(__rmt_qsort_8, 8)
SORT(__rmt_qsort_12, 12)
SORT(__rmt_qsort_16, 16)
SORT(__rmt_qsort_20, 20)
SORT(__rmt_qsort_24, 24)
SORT(__rmt_qsort_32, 32)
SORT(__rmt_qsort_40, 40)
SORT(__rmt_qsort_48, 48)
SORT(__rmt_qsort_64, 64)
SORT(__rmt_qsort_records, size)

/* The same with an argument for who compares. */
void qsort_r(void *start, size_t n, size_t size, int (*order)(const void *, const void *, void *), void *with) {
  char *at = start;
  for (size_t i = 1; i < n; i++)
    for (size_t j = i; j > 0 && goes_in_front(order(at + (j - 1) * size, at + j * size, with)); j--)
      for (size_t k = 0; k < size; k++) {
        char byte = at[j * size + k];
        at[j * size + k] = at[(j - 1) * size + k];
        at[(j - 1) * size + k] = byte;
      }
}

/* So much of the input goes to a block that grows: where that fails, a first block may have been made, too. */
static long read_up_to(char **line, size_t *n, void *file, int is_line) {
  long length = __VERIFIER_nondet_long();
  char *room;
  int has_room;
  if (length < 1) {
    if (length < 0 && !*line && (room = malloc(120))) {
      *line = room;
      *n = 120;
    }
    ENDS_IF(1, file);
    return -1;
  }
  __VERIFIER_assume(length <= __INT_MAX__);
  NOTHING_BEHIND_END(file, 1);
  GOES_ON(file);
  has_room = *line && *n > (size_t)length;
  room = has_room ? *line : realloc(*line, (size_t)length + 1);
  if (!room) return -1;
  if (is_line) __rmt_any_line(room, (size_t)length);
  else __rmt_any(room, (size_t)length);
  READ_BYTES(file == stdin, room, length);
  room[length] = 0;
  *line = room;
  if (!has_room) *n = (size_t)length + 1;
  return length;
}

long getline(char **line, size_t *n, void *file) { return read_up_to(line, n, file, 1); }

long getdelim(char **line, size_t *n, int end, void *file) { return read_up_to(line, n, file, 0); }

void *reallocarray(void *block, size_t n, size_t size) {
  if (size > 0 && n > (size_t)-1 / size) return 0;
  return realloc(block, n * size);
}

/* What pointers to functions lead to whose calls are followed where they are made. */
void *__rmt_called_malloc(size_t n) { return malloc(n); }

void *__rmt_called_calloc(size_t n, size_t size) { return calloc(n, size); }

void *__rmt_called_realloc(void *block, size_t n) { return realloc(block, n); }

void __rmt_called_free(void *block) { free(block); }

void *__rmt_called_memcpy(void *to, const void *from, size_t n) { return memcpy(to, from, n); }

void *__rmt_called_memmove(void *to, const void *from, size_t n) { return memmove(to, from, n); }

void *__rmt_called_memset(void *to, int byte, size_t n) { return memset(to, byte, n); }

void __rmt_called_abort(void) { abort(); }

void __rmt_called_exit(int status) { exit(status); }

/* Where blocks lie is not known: they are aligned as is asked for. */
int posix_memalign(void **block, size_t alignment, size_t size) {
  void *made;
  if (alignment < sizeof(void *) || (alignment & (alignment - 1)) != 0) return 22;
  made = malloc(size);
  if (!made) return 12;
  *block = made;
  return 0;
}
