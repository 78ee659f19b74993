// Gives equal words of the command line the same number; the words lie one after the other in a pool that grows.
#include <assert.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_NAMES 64
#define LARGEST 100000

struct name {
    size_t offset;
    size_t length;
};

struct pool {
    char *bytes;
    size_t used;
    size_t room;
    struct name names[MAX_NAMES];
    int count;
};

static const char *text_of(const struct pool *pool, int id) {
    assert(id >= 0 && id < pool->count);
    return pool->bytes + pool->names[id].offset;
}

static bool reserve(struct pool *pool, size_t more) {
    if (more > LARGEST || pool->used > LARGEST - more) {
        return false;
    }
    size_t needed = pool->used + more;
    if (needed <= pool->room) {
        return true;
    }
    size_t room = needed + needed / 2;
    char *bytes = realloc(pool->bytes, room);
    if (bytes == NULL) {
        return false;
    }
    pool->bytes = bytes;
    pool->room = room;
    return true;
}

static int find(const struct pool *pool, const char *word, size_t length) {
    for (int id = 0; id < pool->count; id++) {
        const struct name *name = &pool->names[id];
        if (name->length == length && memcmp(pool->bytes + name->offset, word, length) == 0) { //=>         if (strncmp(pool->bytes + name->offset, word, length) == 0) {
            return id;
        }
    }
    return -1;
}

static int intern(struct pool *pool, const char *word) {
    size_t length = strlen(word);
    int id = find(pool, word, length);
    if (id >= 0) {
        return id;
    }
    if (pool->count == MAX_NAMES || !reserve(pool, length + 1)) {
        return -1;
    }
    memcpy(pool->bytes + pool->used, word, length + 1);
    pool->names[pool->count].offset = pool->used;
    pool->names[pool->count].length = length;
    pool->used += length + 1;
    return pool->count++;
}

int main(int argc, char **argv) {
    struct pool pool = {.bytes = NULL, .used = 0, .room = 0, .count = 0};
    const char *first = NULL;
    int again = 0;
    int status = 0;
    for (int i = 1; i < argc; i++) {
        int id = intern(&pool, argv[i]);
        if (id < 0) {
            fprintf(stderr, "%s: no room\n", argv[i]);
            status = 1;
            break;
        }
        assert(strcmp(text_of(&pool, id), argv[i]) == 0);
        first = text_of(&pool, 0); //=>         if (first == NULL) first = text_of(&pool, 0);
        if (i > 1 && strcmp(first, argv[i]) == 0) {
            again++;
            assert(id == 0);
        }
        printf("%d\n", id);
    }
    assert(pool.count < argc || argc < 1);
    assert(pool.used <= pool.room);
    fprintf(stderr, "%d words, the first again %d times\n", pool.count, again);
    free(pool.bytes);
    return status;
}
