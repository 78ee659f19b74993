#define ANSWER (40 + MORE)
