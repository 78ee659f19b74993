// Which bytes the standard input has how often, as bars, and how long a line is on average.
#include <assert.h>
#include <ctype.h>
#include <limits.h>
#include <stdio.h>

#define MOST 1000000
#define WIDTH 40

struct histogram {
    int counts[UCHAR_MAX + 1];
    int total;
    int lines;
};

static void read_all(struct histogram *histogram) {
    int c; //=>     char c;
    while (histogram->total < MOST && (c = getchar()) != EOF) {
        histogram->counts[c]++;
        histogram->total++;
        if (c == '\n') {
            histogram->lines++;
        }
    }
}

static int largest_of(const struct histogram *histogram) {
    int largest = 0;
    for (int i = 0; i <= UCHAR_MAX; i++) {
        if (histogram->counts[i] > largest) {
            largest = histogram->counts[i];
        }
    }
    return largest;
}

static void bar(char *text, int count, int largest) {
    int length = count * WIDTH / largest;
    if (length == 0) {
        length = 1;
    }
    assert(length <= WIDTH);
    for (int i = 0; i < length; i++) {
        text[i] = '#';
    }
    text[length] = '\0';
}

static void show(const struct histogram *histogram) {
    char text[WIDTH + 1];
    int largest = largest_of(histogram);
    int sum = 0;
    for (int i = 0; i <= UCHAR_MAX; i++) {
        int count = histogram->counts[i];
        if (count == 0) {
            continue;
        }
        bar(text, count, largest);
        if (isprint(i)) {
            printf("   %c %7d %s\n", i, count, text);
        } else {
            printf("0x%02x %6d %s\n", (unsigned)i, count, text);
        }
        sum += count;
    }
    assert(sum == histogram->total);
}

static int average(const struct histogram *histogram) {
    if (histogram->lines == 0) { //=>     if (histogram->total == 0) {
        return histogram->total;
    }
    return (histogram->total - histogram->lines) / histogram->lines;
}

int main(void) {
    static struct histogram histogram;
    read_all(&histogram);
    assert(histogram.lines <= histogram.total);
    show(&histogram);
    int length = average(&histogram);
    assert(length >= 0 && length <= histogram.total);
    printf("%d bytes, %d lines, %d bytes a line\n", histogram.total, histogram.lines, length);
    return 0;
}
