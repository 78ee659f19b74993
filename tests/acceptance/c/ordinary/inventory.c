// Records of what is in stock: sorted by number, searched, and summed up.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int nondet_int(void);

#define MOST 5

struct record {
    int number;
    char name[12];
    int pieces;
    int cents;
};

struct inventory {
    struct record records[MOST];
    size_t count;
};

static int by_number(const void *left, const void *right) {
    const struct record *a = left;
    const struct record *b = right;
    return (a->number > b->number) - (a->number < b->number); //=>     return a->number - b->number;
}

static int add(struct inventory *inventory, int number, const char *name, int pieces, int cents) {
    if (inventory->count == MOST) {
        return -1;
    }
    if (pieces < 0 || pieces > 1000 || cents < 0 || cents > 100000) { //=>     if (pieces < 0 || cents < 0 || cents > 100000) {
        return -1;
    }
    struct record *record = &inventory->records[inventory->count];
    record->number = number;
    snprintf(record->name, sizeof record->name, "%s", name);
    record->pieces = pieces;
    record->cents = cents;
    inventory->count++;
    return 0;
}

static void sort(struct inventory *inventory) {
    qsort(inventory->records, inventory->count, sizeof inventory->records[0], by_number);
}

static struct record *find(struct inventory *inventory, int number) {
    struct record key;
    key.number = number;
    return bsearch(&key, inventory->records, inventory->count, sizeof key, by_number);
}

static int worth(const struct inventory *inventory) {
    int sum = 0;
    for (size_t i = 0; i < inventory->count; i++) {
        sum += inventory->records[i].pieces * inventory->records[i].cents;
    }
    return sum;
}

int main(void) {
    static const char *const names[] = {"bolt", "nut", "a very long name"};
    struct inventory inventory = {.count = 0};
    for (int i = 0; i < MOST; i++) {
        int number = nondet_int();
        int pieces = nondet_int();
        if (add(&inventory, number, names[i % 3], pieces, 250) != 0) {
            break;
        }
    }
    assert(inventory.count <= MOST);
    sort(&inventory);
    for (size_t i = 1; i < inventory.count; i++) {
        assert(inventory.records[i - 1].number <= inventory.records[i].number);
    }
    int total = worth(&inventory);
    assert(total >= 0);
    struct record *found = find(&inventory, 7);
    if (found != NULL) {
        assert(found->number == 7);
        printf("7 is %s, %d pieces\n", found->name, found->pieces);
    }
    printf("%d.%02d\n", total / 100, total % 100);
    return 0;
}
