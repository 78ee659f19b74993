/* Streams: what opens one makes a block, which is freed when it is closed. Whoever uses a stream reads it, so a null one
   and one that is closed are found as such. */

static struct stream {
  char is_open;
#if STREAM_ENDS
  /* Reading has failed since the last call that clears that: 1: it was the end; 2: it was an error. Of others nothing is known. */
  char failed;
#endif
#if CLOSES
  char is_closed;
#endif
} standard[3];
void *stdin = &standard[0], *stdout = &standard[1], *stderr = &standard[2];

static void *opened(void) {
  struct stream *stream;
  if (__VERIFIER_nondet_int()) return 0;
  stream = malloc(sizeof *stream);
  __VERIFIER_assume(stream != 0);
  stream->is_open = 1;
#if STREAM_ENDS
  stream->failed = 0;
#endif
#if CLOSES
  stream->is_closed = 0;
#endif
  return stream;
}

#if CLOSES
void __rmt_closes_standard(void) {}

void __rmt_use_stream(void *stream) {
  __rmt_check(!((struct stream *)stream)->is_closed, "a stream is used that was closed before");
}
#else
void __rmt_use_stream(void *stream) { char is_open = ((struct stream *)stream)->is_open; }
#endif

#if STREAM_ENDS
/* Threads that use a stream wait for each other. */
static void note(struct stream *stream, char failed) {
  __VERIFIER_atomic_begin();
  stream->failed = failed;
  __VERIFIER_atomic_end();
}

static int has_failed(struct stream *stream, char how) {
  __VERIFIER_atomic_begin();
  int failed = stream->failed == how;
  __VERIFIER_atomic_end();
  return failed;
}

void __rmt_stream_ends(void *stream) { note(stream, __VERIFIER_nondet_int() ? 1 : 2); }
#define CLEAR(STREAM) note(STREAM, 0)
#else
#define CLEAR(STREAM) __rmt_use_stream(STREAM)
#define has_failed(STREAM, HOW) (__rmt_use_stream(STREAM), 0)
#endif

/* What a call gives that may fail. */
static int done(void) {
  int result = __VERIFIER_nondet_int();
  __VERIFIER_assume(result >= -1 && result <= 0);
  return result;
}

int feof(void *stream) {
  int result = __VERIFIER_nondet_int();
  if (has_failed(stream, 1)) __VERIFIER_assume(result != 0);
  return result;
}

int ferror(void *stream) {
  int result = __VERIFIER_nondet_int();
  if (has_failed(stream, 2)) __VERIFIER_assume(result != 0);
  return result;
}

void clearerr(void *stream) { CLEAR(stream); }

void clearerr_unlocked(void *stream) { CLEAR(stream); }

void rewind(void *stream) { CLEAR(stream); }

int fseek(void *stream, long to, int from) {
  CLEAR(stream);
  return done();
}

int fseeko(void *stream, long to, int from) { return fseek(stream, 0, from); }

int fseeko64(void *stream, long long to, int from) { return fseek(stream, 0, from); }

/* What `fgetpos` has kept is not looked at. */
int fsetpos(void *stream, const void *position) { return fseek(stream, 0, 0); }

int fsetpos64(void *stream, const void *position) { return fseek(stream, 0, 0); }

/* What is pushed back is not kept: any bytes follow. */
int ungetc(int byte, void *stream) {
  CLEAR(stream);
  return byte >= 0 && __VERIFIER_nondet_int() ? (unsigned char)byte : -1;
}

unsigned ungetwc(unsigned character, void *stream) {
  CLEAR(stream);
  return __VERIFIER_nondet_int() ? character : -1u;
}

void *fopen(const char *name, const char *mode) { return opened(); }

void *fopen64(const char *name, const char *mode) { return opened(); }

void *fdopen(int file, const char *mode) { return opened(); }

void *tmpfile(void) { return opened(); }

void *popen(const char *command, const char *mode) { return opened(); }

void *freopen(const char *name, const char *mode, void *stream) {
  CLEAR(stream);
  if (!__VERIFIER_nondet_int()) return stream;
  fclose(stream);
  return 0;
}

int fclose(void *stream) {
  __rmt_use_stream(stream);
  if (stream != &standard[0] && stream != &standard[1] && stream != &standard[2]) free(stream);
#if CLOSES
  else ((struct stream *)stream)->is_closed = 1;
#endif
  return done();
}

int pclose(void *stream) {
  fclose(stream);
  return __VERIFIER_nondet_int();
}

/* So many bytes are read. */
static void reads(const char *from, size_t bytes) {
  if (bytes > 0) {
    char first = from[0], last = from[bytes - 1];
  }
}

size_t fwrite(const void *from, size_t size, size_t n, void *stream) {
  long written = __VERIFIER_nondet_long();
  reads(from, size * n);
  __VERIFIER_assume(written >= 0 && (size_t)written <= n);
  return written;
}

long write(int file, const void *from, size_t bytes) {
  long written = __VERIFIER_nondet_long();
  reads(from, bytes);
  __VERIFIER_assume(written >= -1 && written <= (long)bytes);
  return written;
}

long send(int file, const void *from, size_t bytes, int flags) { return write(file, from, bytes); }
