// rmt check samples/store.c --malloc-never-fails: unsafe
/*
 * A store of keys and numbers: commands are lines of text (put KEY NUMBER, get KEY, del KEY, sum), which are parsed into
 * a ring of requests and served from a chained hash table.
 *
 * The error: words may have as many letters as there is room for, which leaves none for the zero behind them.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { RING = 8, BUCKETS = 8, KEY = 8, LINE = 24 };

enum op { OP_NONE, OP_PUT, OP_GET, OP_DEL, OP_SUM, OP_BAD };

struct request {
    enum op op;
    char key[KEY];
    int value;
};

struct ring {
    struct request slot[RING];
    unsigned head, tail;
};

struct entry {
    char key[KEY];
    int value;
    struct entry *next;
};

struct table {
    struct entry *bucket[BUCKETS];
    unsigned count;
};

struct stats {
    unsigned puts, gets, hits, dels, bad;
};

/* The ring. */

static void ring_init(struct ring *r)
{
    r->head = 0;
    r->tail = 0;
}

static int ring_full(const struct ring *r)
{
    return r->tail - r->head == RING;
}

static int ring_empty(const struct ring *r)
{
    return r->tail == r->head;
}

static int ring_put(struct ring *r, const struct request *q)
{
    if (ring_full(r))
        return -1;
    r->slot[r->tail % RING] = *q;
    r->tail++;
    return 0;
}

static int ring_get(struct ring *r, struct request *q)
{
    if (ring_empty(r))
        return -1;
    *q = r->slot[r->head % RING];
    r->head++;
    return 0;
}

/* The parser. */

static int is_letter(char c)
{
    return c >= 'a' && c <= 'z';
}

static int is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static const char *skip_blanks(const char *s)
{
    while (*s == ' ')
        s++;
    return s;
}

static const char *word(const char *s, char *out, size_t size)
{
    size_t n = 0;
    while (is_letter(*s)) {
        if (n >= size)
            return NULL;
        out[n++] = *s++;
    }
    out[n] = '\0';
    return n ? s : NULL;
}

static const char *number(const char *s, int *out)
{
    int n = 0, digits = 0;
    while (is_digit(*s)) {
        if (++digits > 6)
            return NULL;
        n = n * 10 + (*s++ - '0');
    }
    *out = n;
    return digits ? s : NULL;
}

static enum op lookup(const char *name)
{
    if (strcmp(name, "put") == 0)
        return OP_PUT;
    if (strcmp(name, "get") == 0)
        return OP_GET;
    if (strcmp(name, "del") == 0)
        return OP_DEL;
    if (strcmp(name, "sum") == 0)
        return OP_SUM;
    return OP_BAD;
}

static int parse(const char *line, struct request *q)
{
    char name[KEY];
    const char *s = skip_blanks(line);
    memset(q, 0, sizeof *q);
    q->op = OP_BAD;
    s = word(s, name, sizeof name);
    if (!s)
        return -1;
    enum op op = lookup(name);
    if (op == OP_BAD)
        return -1;
    if (op != OP_SUM) {
        s = word(skip_blanks(s), q->key, sizeof q->key);
        if (!s)
            return -1;
    }
    if (op == OP_PUT) {
        s = number(skip_blanks(s), &q->value);
        if (!s)
            return -1;
    }
    if (*skip_blanks(s) != '\0')
        return -1;
    q->op = op;
    return 0;
}

/* The table. */

static unsigned hash(const char *key)
{
    unsigned h = 5381;
    while (*key)
        h = h * 33 + (unsigned char)*key++;
    return h;
}

static struct entry **find(struct table *t, const char *key)
{
    struct entry **at = &t->bucket[hash(key) % BUCKETS];
    while (*at && strcmp((*at)->key, key) != 0)
        at = &(*at)->next;
    return at;
}

static int table_put(struct table *t, const char *key, int value)
{
    struct entry **at = find(t, key);
    if (*at) {
        (*at)->value = value;
        return 0;
    }
    struct entry *e = malloc(sizeof *e);
    if (!e)
        return -1;
    memcpy(e->key, key, KEY);
    e->value = value;
    e->next = NULL;
    *at = e;
    t->count++;
    return 0;
}

static int table_get(struct table *t, const char *key, int *value)
{
    struct entry **at = find(t, key);
    if (!*at)
        return -1;
    *value = (*at)->value;
    return 0;
}

static int table_del(struct table *t, const char *key)
{
    struct entry **at = find(t, key);
    struct entry *e = *at;
    if (!e)
        return -1;
    *at = e->next;
    free(e);
    t->count--;
    return 0;
}

static int table_sum(const struct table *t)
{
    int sum = 0;
    for (unsigned b = 0; b < BUCKETS; b++)
        for (const struct entry *e = t->bucket[b]; e; e = e->next)
            sum += e->value;
    return sum;
}

static void table_free(struct table *t)
{
    for (unsigned b = 0; b < BUCKETS; b++) {
        while (t->bucket[b]) {
            struct entry *e = t->bucket[b];
            t->bucket[b] = e->next;
            free(e);
            t->count--;
        }
    }
}

/* The machine that puts them together. */

static int submit(struct ring *r, const char *line, struct stats *st)
{
    struct request q;
    if (parse(line, &q) != 0) {
        st->bad++;
        return -1;
    }
    return ring_put(r, &q);
}

static int serve(struct ring *r, struct table *t, struct stats *st)
{
    struct request q;
    int result = 0;
    while (ring_get(r, &q) == 0) {
        switch (q.op) {
        case OP_PUT:
            st->puts++;
            if (table_put(t, q.key, q.value) != 0)
                return -1;
            break;
        case OP_GET:
            st->gets++;
            if (table_get(t, q.key, &result) == 0)
                st->hits++;
            break;
        case OP_DEL:
            st->dels++;
            table_del(t, q.key);
            break;
        case OP_SUM:
            result = table_sum(t);
            break;
        default:
            assert(0);
        }
    }
    return result;
}

int main(void)
{
    static struct ring r;
    static struct table t;
    struct stats st = {0};
    ring_init(&r);
    submit(&r, "put alpha 40", &st);
    submit(&r, "  put beta 2", &st);
    submit(&r, "put 9", &st);
    submit(&r, "get alpha", &st);
    submit(&r, "sum", &st);
    int result = serve(&r, &t, &st);
    if (t.count == 2)
        assert(result == 42);
    assert(st.bad == 1);
    submit(&r, "del alpha", &st);
    submit(&r, "get abcdefgh", &st);
    submit(&r, "get beta", &st);
    result = serve(&r, &t, &st);
    assert(st.bad == 2);
    assert(t.count <= 1);
    if (t.count == 1)
        assert(result == 2);
    table_free(&t);
    assert(t.count == 0);
    return 0;
}
