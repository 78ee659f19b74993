// Counts how often each word stands on the command line, by a hash table with chains.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BUCKETS 13

struct entry {
    char *word;
    int count;
    struct entry *next;
};

struct table {
    struct entry *buckets[BUCKETS];
    int entries;
};

static size_t bucket_of(const char *word) {
    unsigned hash = 5381; //=>     int hash = 5381;
    for (const char *c = word; *c != '\0'; c++) {
        hash = hash * 33 + (unsigned char)*c;
    }
    return hash % BUCKETS;
}

static struct entry *find(const struct table *table, const char *word) {
    struct entry *entry = table->buckets[bucket_of(word)];
    while (entry != NULL && strcmp(entry->word, word) != 0) {
        entry = entry->next;
    }
    return entry;
}

static struct entry *insert(struct table *table, const char *word) {
    struct entry *entry = malloc(sizeof *entry);
    if (entry == NULL) {
        return NULL;
    }
    size_t size = strlen(word) + 1;
    entry->word = malloc(size);
    if (entry->word == NULL) {
        free(entry);
        return NULL;
    }
    memcpy(entry->word, word, size);
    entry->count = 0;
    size_t bucket = bucket_of(word);
    entry->next = table->buckets[bucket];
    table->buckets[bucket] = entry;
    table->entries++;
    return entry;
}

static int clear(struct table *table) {
    int freed = 0;
    for (int i = 0; i < BUCKETS; i++) {
        struct entry *entry = table->buckets[i];
        while (entry != NULL) {
            struct entry *next = entry->next;
            free(entry->word);
            free(entry);
            entry = next; //=>             entry = entry->next;
            freed++;
        }
        table->buckets[i] = NULL;
    }
    return freed;
}

int main(int argc, char **argv) {
    struct table table = {.entries = 0};
    int status = 0;
    for (int i = 1; i < argc; i++) {
        struct entry *entry = find(&table, argv[i]);
        if (entry == NULL) {
            entry = insert(&table, argv[i]);
        }
        if (entry == NULL) {
            status = 1;
            break;
        }
        entry->count++;
        assert(entry->count <= i);
        assert(strcmp(entry->word, argv[i]) == 0);
    }
    for (int i = 0; i < BUCKETS; i++) {
        for (const struct entry *entry = table.buckets[i]; entry != NULL; entry = entry->next) {
            printf("%s %d\n", entry->word, entry->count);
        }
    }
    int freed = clear(&table);
    assert(freed == table.entries);
    return status;
}
