/* What files of musl need: the byte-wise variants of its functions are read, those for GNU C are not. */
#include <assert.h>
#include <ctype.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <rmt.h>
#undef __GNUC__
#undef weak_alias
#define weak_alias(old, new)
