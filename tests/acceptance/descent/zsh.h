/* What single functions of zsh need. */
#include <assert.h>
#include <ctype.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <rmt.h>
#define mod_export
