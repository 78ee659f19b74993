/* Messages in several parts, what is waited for, and who is asked for addresses. */

struct rmt_part { char *start; size_t size; };

/* So many bytes come into the parts, one behind the other. */
static void parts_written(int file, const struct rmt_part *parts, size_t n, size_t left) {
  for (size_t i = 0; i < n; i++) {
    size_t here = parts[i].size < left ? parts[i].size : left;
    __rmt_any(parts[i].start, here);
    READ_BYTES(file == 0, parts[i].start, here);
    left -= here;
  }
  __VERIFIER_assume(left == 0);
}

/* The parts are read, of which so many bytes get out. */
static void parts_read(const struct rmt_part *parts, size_t n, size_t left) {
  for (size_t i = 0; i < n; i++) {
    reads(parts[i].start, parts[i].size);
    left -= parts[i].size < left ? parts[i].size : left;
  }
  __VERIFIER_assume(left == 0);
}

long readv(int file, const struct rmt_part *parts, int n) {
  long length = __VERIFIER_nondet_long();
  if (n < 0 || length < 0) return -1;
  parts_written(file, parts, (size_t)n, (size_t)length);
  return length;
}

long preadv(int file, const struct rmt_part *parts, int n, long at) { return readv(-1, parts, n); }

#if __SIZEOF_LONG__ == 4
long preadv64(int file, const struct rmt_part *parts, int n, long long at) { return readv(-1, parts, n); }
#endif

long writev(int file, const struct rmt_part *parts, int n) {
  long length = __VERIFIER_nondet_long();
  if (n < 0 || length < 0) return -1;
  parts_read(parts, (size_t)n, (size_t)length);
  return length;
}

long pwritev(int file, const struct rmt_part *parts, int n, long at) { return writev(file, parts, n); }

#if __SIZEOF_LONG__ == 4
long pwritev64(int file, const struct rmt_part *parts, int n, long long at) { return writev(file, parts, n); }
#endif

struct rmt_message {
  void *name;
  unsigned name_size;
  struct rmt_part *parts;
  size_t n;
  char *control;
  size_t control_size;
  int flags;
};

struct rmt_control { size_t size; int level, type; };

#define ALIGNED(N) (((N) + sizeof(size_t) - 1) & ~(sizeof(size_t) - 1))

/* Control data is made of messages that fit. */
static size_t control_written(char *control, size_t room) {
  size_t at = 0;
  while (room - at >= sizeof(struct rmt_control) && __VERIFIER_nondet_int()) {
    struct rmt_control *head = (struct rmt_control *)(control + at);
    size_t size = (size_t)__VERIFIER_nondet_long();
    __VERIFIER_assume(size >= sizeof *head && size <= room - at);
    __rmt_any(head, size);
    head->size = size;
    if (ALIGNED(size) >= room - at) return room;
    at += ALIGNED(size);
  }
  return at;
}

long recvmsg(int file, struct rmt_message *message, int flags) {
  long length = __VERIFIER_nondet_long();
  if (length < 0) return -1;
  parts_written(file, message->parts, message->n, (size_t)length);
  if (message->name) {
    __rmt_any(message->name, message->name_size);
    message->name_size = (unsigned)at_least(0);
  }
  message->control_size = message->control ? control_written(message->control, message->control_size) : 0;
  message->flags = __VERIFIER_nondet_int();
  return whole_length(length, flags);
}

long sendmsg(int file, const struct rmt_message *message, int flags) {
  long length = __VERIFIER_nondet_long();
  if (message->name) reads(message->name, message->name_size);
  if (message->control) reads(message->control, message->control_size);
  if (length < 0) return -1;
  parts_read(message->parts, message->n, (size_t)length);
  return length;
}

/* The control message behind one, if there is one. */
struct rmt_control *__cmsg_nxthdr(struct rmt_message *message, struct rmt_control *at) {
  size_t begins = (size_t)((char *)at - message->control), next;
  if (at->size < sizeof *at || at->size > message->control_size - begins) return 0;
  next = begins + ALIGNED(at->size);
  if (next > message->control_size || message->control_size - next < sizeof *at) return 0;
  at = (struct rmt_control *)(message->control + next);
  return at->size > message->control_size - next ? 0 : at;
}

int accept4(int file, void *name, unsigned *room, int flags) { return accept(file, name, room); }

int socketpair(int domain, int type, int protocol, int ends[2]) { return pipe(ends); }

int pipe2(int ends[2], int flags) { return pipe(ends); }

/* Events are of 12 bytes. Which data the program gave them is not kept. */
int epoll_create(int size) { return at_least(-1); }

int epoll_create1(int flags) { return at_least(-1); }

/* EPOLL_CTL_DEL, 2, looks at no event. */
int epoll_ctl(int set, int operation, int file, const void *event) {
  return operation == 2 ? done() : done_from(event, 12);
}

int epoll_wait(int set, void *events, int most, int wait) {
  int ready = at_least(-1);
  __VERIFIER_assume(ready <= 0 || ready <= most);
  if (ready > 0) __rmt_any(events, 12 * (size_t)ready);
  return ready;
}

int epoll_pwait(int set, void *events, int most, int wait, const void *mask) {
  return epoll_wait(set, events, most, wait);
}

int ppoll(struct rmt_poll *files, unsigned long n, const struct rmt_timespec *wait, const void *mask) {
  if (wait) reads((const char *)wait, sizeof *wait);
  return poll(files, n, 0);
}

int pselect(int n, void *to_read, void *to_write, void *failed, const struct rmt_timespec *wait, const void *mask) {
  if (wait) reads((const char *)wait, sizeof *wait);
  return select(n, to_read, to_write, failed, 0);
}

struct rmt_internet { unsigned address; };

char *inet_ntoa(struct rmt_internet address) {
  static char text[16];
  __rmt_any(text, 15);
  text[15] = 0;
  return text;
}

