/* Streams: what opens one makes a block, which is freed when it is closed. Whoever uses a stream reads it, so a null one
   and one that is closed are found as such. */

static struct stream { char is_open; } standard[3];
void *stdin = &standard[0], *stdout = &standard[1], *stderr = &standard[2];

static void *opened(void) {
  struct stream *stream;
  if (__VERIFIER_nondet_int()) return 0;
  stream = malloc(sizeof *stream);
  __VERIFIER_assume(stream != 0);
  stream->is_open = 1;
  return stream;
}

void __rmt_use_stream(void *stream) { char is_open = ((struct stream *)stream)->is_open; }

void *fopen(const char *name, const char *mode) { return opened(); }

void *fopen64(const char *name, const char *mode) { return opened(); }

void *fdopen(int file, const char *mode) { return opened(); }

void *tmpfile(void) { return opened(); }

void *popen(const char *command, const char *mode) { return opened(); }

void *freopen(const char *name, const char *mode, void *stream) {
  if (!__VERIFIER_nondet_int()) return stream;
  fclose(stream);
  return 0;
}

int fclose(void *stream) {
  __rmt_use_stream(stream);
  if (stream != &standard[0] && stream != &standard[1] && stream != &standard[2]) free(stream);
  return __VERIFIER_nondet_int();
}

int pclose(void *stream) { return fclose(stream); }

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
