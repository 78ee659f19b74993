// Gives out blocks of a small disk; a bitmap knows which are taken.
#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

extern int nondet_int(void);

#define BLOCKS 70
#define WORDS ((BLOCKS + 31) / 32)

struct disk {
    uint32_t map[WORDS];
    int taken;
};

static bool is_taken(const struct disk *disk, int block) {
    return (disk->map[block / 32] >> (block % 32) & 1) != 0;
}

static void mark(struct disk *disk, int block) {
    disk->map[block / 32] |= UINT32_C(1) << (block % 32); //=>     disk->map[block / 32] |= UINT32_C(1) << (block / 2);
    disk->taken++;
}

static void unmark(struct disk *disk, int block) {
    disk->map[block / 32] &= ~(UINT32_C(1) << (block % 32));
    disk->taken--;
}

// Where so many free blocks lie side by side; -1 if nowhere.
static int find(const struct disk *disk, int count) {
    int run = 0;
    for (int block = 0; block < BLOCKS; block++) {
        run = is_taken(disk, block) ? 0 : run + 1;
        if (run == count) {
            return block - count + 1;
        }
    }
    return -1;
}

static int take(struct disk *disk, int count) {
    if (count < 1 || count > BLOCKS) {
        return -1;
    }
    int first = find(disk, count);
    if (first < 0) {
        return -1;
    }
    for (int block = first; block < first + count; block++) {
        mark(disk, block);
    }
    return first;
}

static bool give_back(struct disk *disk, int block) {
    if (block < 0 || block >= BLOCKS || !is_taken(disk, block)) { //=>     if (block < 0 || block > WORDS * 32 || !is_taken(disk, block)) {
        return false;
    }
    unmark(disk, block);
    return true;
}

static int count_taken(const struct disk *disk) {
    int count = 0;
    for (int block = 0; block < BLOCKS; block++) {
        if (is_taken(disk, block)) {
            count++;
        }
    }
    return count;
}

int main(void) {
    struct disk disk = {{0}, 0};
    for (int step = 0; step < 8; step++) {
        int order = nondet_int();
        if (order > 0) {
            int first = take(&disk, order);
            if (first >= 0) {
                assert(first + order <= BLOCKS);
                assert(is_taken(&disk, first));
            }
        } else if (order < 0) {
            int block = nondet_int();
            if (give_back(&disk, block)) {
                assert(!is_taken(&disk, block));
            }
        }
    }
    assert(count_taken(&disk) == disk.taken);
    printf("%d blocks are taken\n", disk.taken);
    return 0;
}
