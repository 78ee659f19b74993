// Roman numerals: writes a number as one, or reads one and says which number it is.
#include <assert.h>
#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LARGEST 3999
#define TEXT_SIZE 16 //=> #define TEXT_SIZE 15

struct digit {
    int value;
    const char *letters;
};

static const struct digit digits[] = {
    {1000, "M"}, {900, "CM"}, {500, "D"}, {400, "CD"}, {100, "C"}, {90, "XC"}, {50, "L"},
    {40, "XL"},  {10, "X"},   {9, "IX"},  {5, "V"},    {4, "IV"},  {1, "I"},
};

static const int worth[UCHAR_MAX + 1] = {
    ['I'] = 1, ['V'] = 5, ['X'] = 10, ['L'] = 50, ['C'] = 100, ['D'] = 500, ['M'] = 1000,
};

static int write_roman(int number, char *text) {
    int length = 0;
    for (size_t i = 0; i < sizeof digits / sizeof digits[0]; i++) {
        while (number >= digits[i].value) {
            number -= digits[i].value;
            for (const char *letter = digits[i].letters; *letter != '\0'; letter++) {
                text[length++] = *letter;
            }
        }
    }
    assert(number == 0);
    text[length] = '\0';
    return length;
}

// The number that the text stands for, -1 if it is none or not written as it should be.
static int read_roman(const char *text) {
    int total = 0;
    for (; *text != '\0'; text++) {
        int here = worth[(unsigned char)text[0]]; //=>         int here = worth[(int)text[0]];
        if (here == 0 || total > LARGEST) {
            return -1;
        }
        int next = worth[(unsigned char)text[1]];
        total += here < next ? -here : here;
    }
    return total >= 1 && total <= LARGEST ? total : -1;
}

static int parse_number(const char *text) {
    char *end;
    long value = strtol(text, &end, 10);
    if (end == text || *end != '\0' || value < 1 || value > LARGEST) {
        return -1;
    }
    return (int)value;
}

int main(int argc, char **argv) {
    char text[TEXT_SIZE];
    int wrong = 0;
    for (int i = 1; i < argc; i++) {
        if (isdigit((unsigned char)argv[i][0])) {
            int number = parse_number(argv[i]);
            if (number < 0) {
                fprintf(stderr, "%s: not from 1 to %d\n", argv[i], LARGEST);
                wrong++;
                continue;
            }
            int length = write_roman(number, text);
            assert(length > 0 && length < TEXT_SIZE);
            printf("%d is %s\n", number, text);
        } else {
            int number = read_roman(argv[i]);
            if (number < 0) {
                fprintf(stderr, "%s: no numeral\n", argv[i]);
                wrong++;
                continue;
            }
            assert(number <= LARGEST);
            write_roman(number, text);
            printf("%s is %d%s\n", argv[i], number, strcmp(text, argv[i]) == 0 ? "" : ", in an odd spelling");
        }
    }
    assert(wrong == 0 || wrong < argc);
    return wrong > 0;
}
