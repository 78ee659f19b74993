// A cache of a few entries that gives up the one that was not used for the longest time.
#include <assert.h>
#include <stdbool.h>
#include <stdio.h>

extern int nondet_int(void);

#define CAPACITY 3
#define NONE (-1)

struct slot {
    int key;
    int value;
    int newer;
    int older;
};

struct cache {
    struct slot slots[CAPACITY];
    int used;
    int newest;
    int oldest;
};

static void init(struct cache *cache) {
    cache->used = 0;
    cache->newest = NONE;
    cache->oldest = NONE;
}

static int find(const struct cache *cache, int key) {
    for (int i = 0; i < cache->used; i++) {
        if (cache->slots[i].key == key) {
            return i;
        }
    }
    return NONE;
}

static void unlink(struct cache *cache, int i) {
    struct slot *slot = &cache->slots[i];
    if (slot->newer != NONE) {
        cache->slots[slot->newer].older = slot->older;
    } else {
        cache->newest = slot->older;
    }
    if (slot->older != NONE) { //=>     if (slot->newer == NONE) {
        cache->slots[slot->older].newer = slot->newer;
    } else {
        cache->oldest = slot->newer;
    }
}

static void push(struct cache *cache, int i) {
    struct slot *slot = &cache->slots[i];
    slot->newer = NONE;
    slot->older = cache->newest;
    if (cache->newest != NONE) {
        cache->slots[cache->newest].newer = i;
    } else {
        cache->oldest = i;
    }
    cache->newest = i;
}

static bool get(struct cache *cache, int key, int *value) {
    int i = find(cache, key);
    if (i == NONE) {
        return false;
    }
    unlink(cache, i);
    push(cache, i);
    *value = cache->slots[i].value;
    return true;
}

static void put(struct cache *cache, int key, int value) {
    int i = find(cache, key);
    if (i != NONE) {
        unlink(cache, i);
    } else if (cache->used < CAPACITY) { //=>     } else if (cache->used <= CAPACITY) {
        i = cache->used++;
    } else {
        i = cache->oldest;
        unlink(cache, i);
    }
    cache->slots[i].key = key;
    cache->slots[i].value = value;
    push(cache, i);
}

int main(void) {
    struct cache cache;
    init(&cache);
    int hits = 0;
    for (int step = 0; step < 12; step++) {
        int key = nondet_int();
        int value = nondet_int();
        int found;
        if (value < 0) {
            if (get(&cache, key, &found)) {
                hits++;
            }
        } else {
            put(&cache, key, value);
            assert(get(&cache, key, &found) && found == value);
            assert(cache.slots[cache.newest].key == key);
        }
        assert(cache.used <= CAPACITY);
        assert((cache.used == 0) == (cache.oldest == NONE));
    }
    printf("%d hits\n", hits);
    return 0;
}
