// Reads intervals, each a line of two whole numbers, and merges those that overlap or touch.
#include <assert.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#define MAX_INTERVALS 16

struct interval {
    int low;
    int high;
};

static int compare(const void *left, const void *right) {
    const struct interval *a = left;
    const struct interval *b = right;
    return (a->low > b->low) - (a->low < b->low);
}

static bool read_int(char **text, int *result) {
    char *end;
    long value = strtol(*text, &end, 10);
    if (end == *text || value < INT_MIN || value > INT_MAX) {
        return false;
    }
    *text = end;
    *result = (int)value;
    return true;
}

static size_t read_all(struct interval *intervals) {
    char line[40];
    size_t count = 0;
    while (count < MAX_INTERVALS && fgets(line, sizeof line, stdin) != NULL) {
        char *text = line;
        struct interval interval;
        if (!read_int(&text, &interval.low) || !read_int(&text, &interval.high)) {
            break;
        }
        if (interval.low > interval.high) {
            fprintf(stderr, "%d %d: left out\n", interval.low, interval.high);
            continue;
        }
        intervals[count++] = interval;
    }
    return count;
}

// Merges sorted intervals in their place, and gives their new number.
static size_t merge(struct interval *intervals, size_t count) {
    if (count == 0) {
        return 0;
    }
    size_t last = 0;
    for (size_t i = 1; i < count; i++) {
        if (intervals[i].low <= intervals[last].high) {
            if (intervals[i].high > intervals[last].high) {
                intervals[last].high = intervals[i].high;
            }
        } else {
            intervals[++last] = intervals[i]; //=>             intervals[last++] = intervals[i];
        }
    }
    return last + 1;
}

static long long width(const struct interval *interval) {
    return (long long)interval->high - interval->low; //=>     return interval->high - interval->low;
}

int main(void) {
    struct interval intervals[MAX_INTERVALS];
    size_t read = read_all(intervals);
    if (read > 1) {
        qsort(intervals, read, sizeof intervals[0], compare);
    }
    size_t count = merge(intervals, read);
    assert(count <= read);
    long long total = 0;
    for (size_t i = 0; i < count; i++) {
        assert(intervals[i].low <= intervals[i].high);
        assert(i == 0 || intervals[i - 1].high < intervals[i].low);
        printf("%d %d\n", intervals[i].low, intervals[i].high);
        total += width(&intervals[i]);
    }
    assert(total >= 0 && total <= (long long)INT_MAX - INT_MIN);
    printf("%lld in all\n", total);
    return 0;
}
