/* What calls of the system write: any bytes where they succeed, within the room that they are given. What is known of the parts of
   records is that counts are not negative. */

/* Where a call succeeds, so many bytes are any. */
static int done_with(void *to, size_t n) {
  int result = done();
  if (result == 0) __rmt_any(to, n);
  return result;
}

#if __x86_64__
struct rmt_stat {
  unsigned long device, number, links;
  unsigned mode, user, group, pad;
  unsigned long special;
  long size, block_size, blocks;
  struct { long seconds, nano; } accessed, modified, changed;
  long rest[3];
};
#else
struct rmt_stat {
  unsigned long long device;
  unsigned short pad;
  unsigned long number;
  unsigned mode, links, user, group;
  unsigned long long special;
  unsigned short other_pad;
  long size, block_size, blocks;
  struct { long seconds, nano; } accessed, modified, changed;
  unsigned long rest[2];
};
#endif

int fstat(int file, struct rmt_stat *to) {
  if (done_with(to, sizeof *to) < 0) return -1;
  __VERIFIER_assume(to->size >= 0 && to->block_size > 0 && to->blocks >= 0);
  __VERIFIER_assume(to->accessed.nano >= 0 && to->accessed.nano < 1000000000);
  __VERIFIER_assume(to->modified.nano >= 0 && to->modified.nano < 1000000000);
  __VERIFIER_assume(to->changed.nano >= 0 && to->changed.nano < 1000000000);
  return 0;
}

int stat(const char *name, struct rmt_stat *to) { return fstat(0, to); }

int lstat(const char *name, struct rmt_stat *to) { return fstat(0, to); }

int fstatat(int directory, const char *name, struct rmt_stat *to, int flags) { return fstat(0, to); }

struct rmt_poll { int file; short asked, found; };

int poll(struct rmt_poll *files, unsigned long n, int wait) {
  int ready = at_least(-1), seen = 0;
  __VERIFIER_assume(ready <= 0 || (unsigned long)ready <= n);
  if (ready < 0) return -1;
  for (unsigned long i = 0; i < n; i++) {
    files[i].found = ready > 0 && files[i].file >= 0 ? (short)__VERIFIER_nondet_int() : 0;
    if (files[i].found != 0) seen++;
  }
  __VERIFIER_assume(seen == ready);
  return ready;
}

/* Of the files in a set, some are left: all, for all that is known, or none. */
static void left_in_set(unsigned char *set, int ready) {
  if (set && ready == 0) memset(set, 0, 128);
  else if (set) __rmt_any(set, 128);
}

/* Whether the set has one of eight files, which are below such a number. */
static int has_some(const unsigned char *set, size_t at, int n) {
  return set && set[at] != 0 && (n >= 8 || set[at] < 1 << n);
}

/* Which files are ready of those that are asked for is not looked at, but that there is one. */
int select(int n, void *to_read, void *to_write, void *failed, struct rmt_time *wait) {
  int ready = at_least(-1);
  __VERIFIER_assume(ready <= 0 || ready / 3 <= n);
  if (ready < 0) return -1;
  left_in_set(to_read, ready);
  left_in_set(to_write, ready);
  left_in_set(failed, ready);
  if (ready > 0) {
    size_t at = (size_t)at_least(0);
    __VERIFIER_assume(at < 128 && 8 * at < (size_t)n);
    __VERIFIER_assume(has_some(to_read, at, n) || has_some(to_write, at, n) || has_some(failed, at, n));
  }
  if (wait) {
    wait->seconds = at_least(0);
    wait->micro = at_least(0);
    __VERIFIER_assume(wait->micro < 1000000);
  }
  return ready;
}

/* Some of so many bytes are written, or it fails. */
static long received(void *to, size_t n) {
  long length = __VERIFIER_nondet_long();
  if (length < 0) return -1;
  __VERIFIER_assume((size_t)length <= n);
  __rmt_any(to, length);
  return length;
}

long pread(int file, void *to, size_t n, long at) { return received(to, n); }

long getrandom(void *to, size_t n, unsigned flags) { return received(to, n); }

long readlink(const char *name, char *to, size_t n) { return received(to, n); }

int getentropy(void *to, size_t n) { return n > 256 ? -1 : done_with(to, n); }

/* A name is cut where there is too little room, and may have no end then. */
int gethostname(char *to, size_t n) {
  size_t length = (size_t)at_least(0);
  int result = done();
  __VERIFIER_assume(length <= 64);
  __rmt_any(to, length < n ? length : n);
  if (length < n) to[length] = 0;
  return result;
}

int getdomainname(char *to, size_t n) { return gethostname(to, n); }

long readlinkat(int directory, const char *name, char *to, size_t n) { return received(to, n); }

long pwrite(int file, const void *from, size_t bytes, long at) { return write(file, from, bytes); }

/* Whom a message comes from, as far as there is room; the length may be larger. */
static void written_name(void *name, unsigned *room) {
  if (!name || !room) return;
  __rmt_any(name, *room);
  *room = (unsigned)at_least(0);
}

/* MSG_TRUNC asks for the length of what was cut. */
static long whole_length(long length, int flags) { return length >= 0 && flags & 0x20 ? at_least((int)length) : length; }

long recv(int file, void *to, size_t n, int flags) { return whole_length(read(file, to, n), flags); }

long recvfrom(int file, void *to, size_t n, int flags, void *name, unsigned *room) {
  long length = received(to, n);
  if (length < 0) return -1;
  written_name(name, room);
  return whole_length(length, flags);
}

long sendto(int file, const void *from, size_t bytes, int flags, const void *name, unsigned room) {
  if (name) reads(name, room);
  return write(file, from, bytes);
}

int accept(int file, void *name, unsigned *room) {
  int result = at_least(-1);
  if (result >= 0) written_name(name, room);
  return result;
}

int getsockname(int file, void *name, unsigned *room) {
  int result = done();
  if (result == 0) written_name(name, room);
  return result;
}

int getpeername(int file, void *name, unsigned *room) { return getsockname(file, name, room); }

int getsockopt(int file, int level, int option, void *to, unsigned *room) { return getsockname(file, to, room); }

/* What is handed over is read; null is no address, and the call fails. */
static int done_from(const void *from, size_t size) {
  if (!from) return size ? -1 : done();
  reads(from, size);
  return done();
}

int setsockopt(int file, int level, int option, const void *from, unsigned size) { return done_from(from, size); }

int bind(int file, const void *name, unsigned size) { return done_from(name, size); }

int connect(int file, const void *name, unsigned size) { return done_from(name, size); }

int listen(int file, int most) { return done(); }

int shutdown(int file, int how) { return done(); }

int pipe(int ends[2]) {
  if (done() < 0) return -1;
  ends[0] = at_least(0);
  ends[1] = at_least(0);
  __VERIFIER_assume(ends[0] != ends[1]);
  return 0;
}

long lseek(int file, long to, int from) {
  long at = __VERIFIER_nondet_long();
  __VERIFIER_assume(at >= -1);
  return at;
}

int ftruncate(int file, long size) { return done(); }

/* An address of four bytes, or of sixteen; 0 where the text is none. */
int inet_pton(int family, const char *text, void *to) {
  int result = __VERIFIER_nondet_int();
  char first = text[0];
  if (family != 2 && family != 10) return -1;
  __VERIFIER_assume(result == 0 || result == 1);
  if (result) __rmt_any(to, family == 2 ? 4 : 16);
  return result;
}

int tcgetattr(int file, void *to) { return done_with(to, 60); }

int tcsetattr(int file, int when, const void *from) { return done_from(from, 60); }

int getrusage(int who, void *to) { return done_with(to, 18 * sizeof(long)); }

int sysinfo(void *to) { return done_with(to, sizeof(long) == 8 ? 112 : 64); }

int getrlimit(int what, void *to) { return done_with(to, 2 * sizeof(long)); }

int setrlimit(int what, const void *from) { return done_from(from, 2 * sizeof(long)); }

long times(void *to) {
  long now = __VERIFIER_nondet_long();
  if (to && now != -1) __rmt_any(to, 4 * sizeof(long));
  return now;
}

int nanosleep(const struct rmt_timespec *wait, struct rmt_timespec *rest) {
  long seconds = wait->seconds;
  if (done() == 0) return 0;
  if (rest && __VERIFIER_nondet_int()) timespec_get(rest, 1);
  return -1;
}

int waitpid(int process, int *status, int flags) {
  int result = at_least(-1);
  /* Without WNOHANG, it waits until there is one; a number above 0 is that of the process. */
  __VERIFIER_assume(result != 0 || (flags & 1));
  __VERIFIER_assume(result <= 0 || process <= 0 || result == process);
  if (result > 0 && status) *status = __VERIFIER_nondet_int();
  return result;
}

int wait(int *status) { return waitpid(-1, status, 0); }

int munmap(void *block, size_t size) { return done(); }

int mprotect(void *block, size_t size, int how) { return done(); }

int msync(void *block, size_t size, int how) { return done(); }
