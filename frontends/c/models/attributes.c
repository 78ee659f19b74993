/* Attributes of threads: of what nobody has set, no more is known than that it is some. */
struct rmt_attributes { int state, inherits, policy, priority; size_t size; };

int pthread_attr_init(struct rmt_attributes *attributes) {
  attributes->state = attributes->inherits = attributes->policy = attributes->priority = 0;
  attributes->size = 0;
  return 0;
}

int pthread_attr_destroy(void *attributes) { return 0; }

int pthread_attr_setdetachstate(struct rmt_attributes *attributes, int state) {
  if (state < 0 || state > 1) return 22;
  attributes->state = state;
  return 0;
}

int pthread_attr_getdetachstate(const struct rmt_attributes *attributes, int *state) {
  *state = attributes->state;
  return 0;
}

/* None is smaller than PTHREAD_STACK_MIN. */
int pthread_attr_setstacksize(struct rmt_attributes *attributes, size_t size) {
  if (size < 16384) return 22;
  attributes->size = size;
  return 0;
}

int pthread_attr_getstacksize(const struct rmt_attributes *attributes, size_t *size) {
  *size = attributes->size ? attributes->size : 16384 + (size_t)(unsigned)__VERIFIER_nondet_int();
  return 0;
}

/* Linux has PTHREAD_SCOPE_SYSTEM alone. */
int pthread_attr_setscope(void *attributes, int scope) { return scope == 0 ? 0 : scope == 1 ? 95 : 22; }

int pthread_attr_getscope(const void *attributes, int *scope) {
  *scope = 0;
  return 0;
}

int pthread_attr_setstack(struct rmt_attributes *attributes, void *start, size_t size) {
  return pthread_attr_setstacksize(attributes, size);
}

int pthread_attr_setguardsize(void *attributes, size_t size) { return 0; }

int pthread_attr_setinheritsched(struct rmt_attributes *attributes, int inherits) {
  if (inherits < 0 || inherits > 1) return 22;
  attributes->inherits = inherits;
  return 0;
}

int pthread_attr_getinheritsched(const struct rmt_attributes *attributes, int *inherits) {
  *inherits = attributes->inherits;
  return 0;
}

int pthread_attr_setschedpolicy(struct rmt_attributes *attributes, int policy) {
  if (policy < 0 || policy > 2) return 22;
  attributes->policy = policy;
  return 0;
}

int pthread_attr_getschedpolicy(const struct rmt_attributes *attributes, int *policy) {
  *policy = attributes->policy;
  return 0;
}

/* The priority, which others may be refused. */
int pthread_attr_setschedparam(struct rmt_attributes *attributes, const int *parameters) {
  if (*parameters != 0 && __VERIFIER_nondet_int()) return 22;
  attributes->priority = *parameters;
  return 0;
}

int pthread_attr_getschedparam(const struct rmt_attributes *attributes, int *parameters) {
  *parameters = attributes->priority;
  return 0;
}
