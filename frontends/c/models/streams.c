/* Streams: what opens one makes a block, which is freed when it is closed. Whoever uses a stream reads it, so a null one
   and one that is closed are found as such. */

static struct stream {
  char is_open;
#if STREAM_ENDS
  /* The indicators of the end and of errors: NO, YES, or anything else where it is not known. */
  char ended, failed;
#define NO 4
#define YES 5
#endif
#if CLOSES
  char is_closed;
#endif
#if MEMORY_STREAMS
  /* Of what writes to memory: where the program looks for the text and its length, and the text that it was given last; or a block of
     its own with room for so much. */
  char **text;
  size_t *length;
  char *last;
  size_t room;
#endif
} standard[3];
void *stdin = &standard[0], *stdout = &standard[1], *stderr = &standard[2];

/* So many bytes are read. */
static void reads(const char *from, size_t bytes) {
  if (bytes > 0) {
    char first = from[0], last = from[bytes - 1];
  }
}

static void begun(struct stream *stream) {
  stream->is_open = 1;
#if STREAM_ENDS
  stream->ended = stream->failed = NO;
#endif
#if CLOSES
  stream->is_closed = 0;
#endif
#if MEMORY_STREAMS
  stream->text = 0;
  stream->room = 0;
#endif
}

static void *opened(void) {
  struct stream *stream;
  if (__VERIFIER_nondet_int()) return 0;
  stream = malloc(sizeof *stream);
  __VERIFIER_assume(stream != 0);
  begun(stream);
  return stream;
}

#if MEMORY_STREAMS
/* What was written is where the program looks for it. A text may have another place than before. */
static void flushed(struct stream *stream) {
  size_t length = (size_t)__VERIFIER_nondet_long();
  if (stream->text) {
    char *made = malloc(length + 1);
    __VERIFIER_assume(length < __LONG_MAX__ && made != 0);
    __rmt_any(made, length);
    made[length] = 0;
    free(stream->last);
    *stream->text = stream->last = made;
    *stream->length = length;
  } else if (stream->room > 0) {
    __VERIFIER_assume(length < stream->room);
    __rmt_any(stream->last, length);
    stream->last[length] = 0;
  }
}

void *open_memstream(char **text, size_t *length) {
  struct stream *made = opened();
  if (!made) return 0;
  made->text = text;
  made->length = length;
  made->last = 0;
  return made;
}

/* Without a block, it has one of its own that nobody sees. */
void *fmemopen(void *block, size_t room, const char *mode) {
  int only_reads = mode[0] == 'r' && mode[1] != '+' && (mode[1] == 0 || mode[2] != '+');
  struct stream *made = opened();
  if (!made || !block || room == 0) return made;
  if (only_reads) {
    reads(block, room);
    return made;
  }
  __rmt_granted("a stream of `fmemopen` writes to its block when it is flushed or closed, and leaves room for a zero behind that");
  made->last = block;
  made->room = room;
  if (mode[0] == 'w') {
    __rmt_any(block, room);
    made->last[0] = 0;
  }
  return made;
}
#define FLUSHED(STREAM) flushed(STREAM)
#else
#define FLUSHED(STREAM) (void)0
#endif

#if CLOSES
void __rmt_closes_standard(void) {}

void __rmt_use_stream(void *stream) {
  __rmt_check(!((struct stream *)stream)->is_closed, "a stream is used that was closed before");
}
#else
void __rmt_use_stream(void *stream) { char is_open = ((struct stream *)stream)->is_open; }
#endif

#if STREAM_ENDS
/* Of the streams that are open from the start it is never known that an indicator is clear: not all that use them say so. */
static char clear(struct stream *stream) {
  return stream == &standard[0] || stream == &standard[1] || stream == &standard[2] ? 0 : NO;
}

/* Threads that use a stream wait for each other. */
static void note(char *indicator, char known) {
  __VERIFIER_atomic_begin();
  *indicator = known;
  __VERIFIER_atomic_end();
}

/* An indicator that may have been set meanwhile. */
static void blur(char *indicator) {
  __VERIFIER_atomic_begin();
  if (*indicator == NO) *indicator = 0;
  __VERIFIER_atomic_end();
}

static int indicated(char *indicator) {
  int result = __VERIFIER_nondet_int();
  __VERIFIER_atomic_begin();
  __VERIFIER_assume(*indicator != YES || result != 0);
  __VERIFIER_assume(*indicator != NO || result == 0);
  if (result != 0) *indicator = YES;
  __VERIFIER_atomic_end();
  return result;
}

void __rmt_stream_ends(void *stream) {
  struct stream *of = stream;
  note(__VERIFIER_nondet_int() ? &of->ended : &of->failed, YES);
}

/* Reading has succeeded, and may have come to the end. */
void __rmt_stream_goes_on(void *stream) { blur(&((struct stream *)stream)->ended); }

int __rmt_has_ended(void *stream) {
  __VERIFIER_atomic_begin();
  int ended = ((struct stream *)stream)->ended == YES;
  __VERIFIER_atomic_end();
  return ended;
}

/* It is written, or read by what does not say how that went. */
static int flushed_all;

/* By a function that may be given none, which then stands for all streams. */
void __rmt_stream_used(void *stream) {
  struct stream *of = stream;
  if (stream == 0) {
    flushed_all = 1;
    return;
  }
  blur(&of->ended);
  blur(&of->failed);
}

#define CLEAR_END(STREAM) note(&((struct stream *)STREAM)->ended, clear(STREAM))
#define CLEAR(STREAM) (CLEAR_END(STREAM), note(&((struct stream *)STREAM)->failed, clear(STREAM)))
#define FORGET_END(STREAM) note(&((struct stream *)STREAM)->ended, 0)
#define USED(STREAM) __rmt_stream_used(STREAM)
#define ENDED(STREAM) indicated(&((struct stream *)STREAM)->ended)
#define FAILED(STREAM) indicated(&((struct stream *)STREAM)->failed)
/* What was written before goes out: any stream may fail. */
#define FLUSHES_ALL flushed_all = 1
#define ALL_FLUSHED flushed_all
#else
#define CLEAR(STREAM) __rmt_use_stream(STREAM)
#define CLEAR_END(STREAM) __rmt_use_stream(STREAM)
#define FORGET_END(STREAM) (void)0
#define USED(STREAM) (void)0
#define ENDED(STREAM) (__rmt_use_stream(STREAM), __VERIFIER_nondet_int())
#define FAILED(STREAM) (__rmt_use_stream(STREAM), __VERIFIER_nondet_int())
#define FLUSHES_ALL (void)0
#define ALL_FLUSHED 0
#endif

/* What a call gives that may fail. */
static int done(void) {
  int result = __VERIFIER_nondet_int();
  __VERIFIER_assume(result >= -1 && result <= 0);
  return result;
}

int feof(void *stream) { return ENDED(stream); }

int ferror(void *stream) {
  if (ALL_FLUSHED) USED(stream);
  return FAILED(stream);
}

void clearerr(void *stream) { CLEAR(stream); }

void clearerr_unlocked(void *stream) { CLEAR(stream); }

void rewind(void *stream) { CLEAR(stream); }

/* What is to be written goes out first. */
int fseek(void *stream, long to, int from) {
  int result = done();
  USED(stream);
  if (result == 0) CLEAR_END(stream);
  else FORGET_END(stream);
  return result;
}

int fseeko(void *stream, long to, int from) { return fseek(stream, 0, from); }

#if __SIZEOF_LONG__ == 4
int fseeko64(void *stream, long long to, int from) { return fseek(stream, 0, from); }
#endif

/* What `fgetpos` has kept is not looked at. */
int fsetpos(void *stream, const void *position) { return fseek(stream, 0, 0); }

#if __SIZEOF_LONG__ == 4
int fsetpos64(void *stream, const void *position) { return fseek(stream, 0, 0); }
#endif

/* What is pushed back is not kept: any bytes follow. */
int ungetc(int byte, void *stream) {
  if (byte < 0 || __VERIFIER_nondet_int()) return -1;
  CLEAR_END(stream);
  return (unsigned char)byte;
}

unsigned ungetwc(unsigned character, void *stream) {
  if (character == -1u || __VERIFIER_nondet_int()) return -1u;
  CLEAR_END(stream);
  return character;
}

void *fopen(const char *name, const char *mode) { return opened(); }

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
  if (stream != &standard[0] && stream != &standard[1] && stream != &standard[2]) {
    FLUSHED(stream);
    free(stream);
  }
#if CLOSES
  else ((struct stream *)stream)->is_closed = 1;
#endif
  return done();
}

int pclose(void *stream) {
  fclose(stream);
  return __VERIFIER_nondet_int();
}

size_t fwrite(const void *from, size_t size, size_t n, void *stream) {
  long written = __VERIFIER_nondet_long();
  reads(from, size * n);
  USED(stream);
  __VERIFIER_assume(written >= 0 && (size_t)written <= n && (size > 0 || written == 0));
  return written;
}

long write(int file, const void *from, size_t bytes) {
  long written = __VERIFIER_nondet_long();
  reads(from, bytes);
  __VERIFIER_assume(written >= -1 && written <= (long)bytes);
  return written;
}

long send(int file, const void *from, size_t bytes, int flags) { return write(file, from, bytes); }
