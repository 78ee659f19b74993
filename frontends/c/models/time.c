/* <time.h>: any time, within what the standard says of its parts. */

struct rmt_tm { int second, minute, hour, day, month, year, weekday, yearday, saving; long offset; const char *zone; };
struct rmt_timespec { long seconds, nano; };

static char *written_time(void) {
  static char text[32];
  __rmt_any(text, 25);
  text[25] = 0;
  return text;
}

/* Years are so many seconds on average, and begin at most so far from where they would then, anywhere on earth. */
#define YEAR 31556952ll
#define SHIFT 400000ll

static struct rmt_tm *parts_of(const long *now, struct rmt_tm *to) {
  long long since;
  /* The year would not fit. */
  if (*now > 67767976233532799 || *now < -67768040609740800) return 0;
  __rmt_any(to, sizeof *to);
  since = (long long)to->year - 70;
  __VERIFIER_assume(since * YEAR - SHIFT <= *now && *now < (since + 1) * YEAR + SHIFT);
  __VERIFIER_assume(to->second >= 0 && to->second <= 60 && to->minute >= 0 && to->minute < 60);
  __VERIFIER_assume(to->hour >= 0 && to->hour < 24 && to->day >= 1 && to->day <= 31);
  __VERIFIER_assume(to->month >= 0 && to->month < 12 && to->weekday >= 0 && to->weekday < 7);
  __VERIFIER_assume(to->yearday >= 0 && to->yearday < 366);
  return to;
}

struct rmt_tm *gmtime_r(const long *now, struct rmt_tm *to) {
  if (!parts_of(now, to)) return 0;
  __VERIFIER_assume((to->year >= 70) == (*now >= 0));
  to->offset = 0;
  to->zone = "GMT";
  return to;
}

/* The name of the zone, which is up to the settings. */
static const char *zone_name(void) {
  static char text[8];
  __VERIFIER_atomic_begin();
  __rmt_any(text, 7);
  __VERIFIER_atomic_end();
  return text;
}

struct rmt_tm *localtime_r(const long *now, struct rmt_tm *to) {
  if (!parts_of(now, to)) return 0;
  to->zone = zone_name();
  return to;
}

struct rmt_tm *gmtime(const long *now) {
  static struct rmt_tm parts;
  return gmtime_r(now, &parts);
}

struct rmt_tm *localtime(const long *now) {
  static struct rmt_tm parts;
  return localtime_r(now, &parts);
}

/* Parts that are about as large as their names say make less than five hundred years. */
static int is_near(const struct rmt_tm *parts) {
  return parts->month >= -1200 && parts->month <= 1200 && parts->day >= -36500 && parts->day <= 36500 &&
         parts->hour >= -800000 && parts->hour <= 800000 && parts->minute >= -50000000 && parts->minute <= 50000000;
}

long mktime(struct rmt_tm *parts) {
  long now = __VERIFIER_nondet_long();
  int year = parts->year, near = is_near(parts);
  if (year < -1000000000 || year > 1000000000) return -1;
  __VERIFIER_assume(now > -67768040609740800 && now < 67767976233532799);
  localtime_r(&now, parts);
  __VERIFIER_assume(!near || (parts->year >= year - 500 && parts->year <= year + 500));
  return now;
}

double difftime(long end, long start) { return (double)end - (double)start; }

char *asctime(const struct rmt_tm *parts) {
  if (parts->year > 7000 || parts->year < -1000) return __VERIFIER_nondet_int() ? 0 : written_time();
  return written_time();
}

char *ctime(const long *now) {
  if (*now > 200000000000 || *now < -60000000000) return __VERIFIER_nondet_int() ? 0 : written_time();
  return written_time();
}

/* Into a block of the caller, of at least 26 bytes. */
static char *time_into(char *to, int may_fail) {
  if (may_fail && __VERIFIER_nondet_int()) return 0;
  __rmt_any(to, 25);
  to[25] = 0;
  return to;
}

char *asctime_r(const struct rmt_tm *parts, char *to) {
  return time_into(to, parts->year > 7000 || parts->year < -1000);
}

char *ctime_r(const long *now, char *to) { return time_into(to, *now > 200000000000 || *now < -60000000000); }

size_t strftime(char *to, size_t most, const char *format, const struct rmt_tm *parts) {
  int length = __VERIFIER_nondet_int();
  char first = *format;
  int second = parts->second;
  if (first == 0 || length <= 0 || (size_t)length >= most) return 0;
  __rmt_any_text(to, length);
  to[length] = 0;
  return length;
}

/* Systems count in nanoseconds of 64 bits. */
int timespec_get(struct rmt_timespec *now, int base) {
  now->seconds = __VERIFIER_nondet_long();
  now->nano = __VERIFIER_nondet_long();
  __VERIFIER_assume(now->seconds >= 0 && now->seconds <= 9223372036);
  __VERIFIER_assume(now->nano >= 0 && now->nano < 1000000000);
  return base;
}

/* The clocks that every system has do not fail. */
int clock_gettime(int clock, struct rmt_timespec *now) {
  if ((clock < 0 || clock > 7) && __VERIFIER_nondet_int()) return -1;
  timespec_get(now, 1);
  return 0;
}
