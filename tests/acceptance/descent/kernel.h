/* What single functions of a kernel need. */
#include <assert.h>
#include <ctype.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <rmt.h>
#define __used
typedef unsigned long ulong;
typedef unsigned char u8;
typedef uint64_t u64;
