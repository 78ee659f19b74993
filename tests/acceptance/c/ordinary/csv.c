// Adds up a column of a table of comma-separated values from the standard input; fields may stand in quotes.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_FIELDS 6
#define FIELD_SIZE 16
#define LINE_SIZE 128
#define AMOUNT 2

struct row {
    char fields[MAX_FIELDS][FIELD_SIZE];
    int count;
};

// Reads one field; returns where the next one begins, NULL if it is too long or its quote is open.
static const char *read_field(const char *text, char *field) {
    size_t length = 0;
    int quoted = *text == '"';
    if (quoted) {
        text++;
    }
    while (*text != '\0' && *text != '\n') {
        if (quoted && *text == '"') {
            if (text[1] != '"') {
                quoted = 0;
                text++;
                break;
            }
            text++;
        } else if (!quoted && *text == ',') {
            break;
        }
        if (length + 1 >= FIELD_SIZE) {
            return NULL;
        }
        field[length++] = *text++;
    }
    if (quoted) {
        return NULL;
    }
    field[length] = '\0'; //=>     ;
    return text;
}

static int read_row(const char *line, struct row *row) {
    row->count = 0;
    const char *text = line;
    for (;;) {
        if (row->count >= MAX_FIELDS) { //=>         if (row->count > MAX_FIELDS) {
            return -1;
        }
        text = read_field(text, row->fields[row->count]);
        if (text == NULL) {
            return -1;
        }
        row->count++;
        if (*text != ',') {
            break;
        }
        text++;
    }
    return *text == '\0' || *text == '\n' ? 0 : -1;
}

// A whole number of at most a million in size; 0 if it is no such number.
static long amount(const char *text) {
    char *end;
    long value = strtol(text, &end, 10);
    if (*end != '\0' || value < -1000000 || value > 1000000) {
        return 0;
    }
    return value;
}

int main(void) {
    char line[LINE_SIZE];
    struct row row;
    long sum = 0;
    long rows = 0;
    while (rows < 10000 && fgets(line, sizeof line, stdin) != NULL) {
        if (read_row(line, &row) != 0) {
            fprintf(stderr, "row %ld: cannot be read\n", rows + 1);
            continue;
        }
        rows++;
        assert(row.count >= 1 && row.count <= MAX_FIELDS);
        assert(strlen(row.fields[0]) < FIELD_SIZE);
        if (row.count > AMOUNT) {
            sum += amount(row.fields[AMOUNT]);
        }
    }
    assert(sum <= rows * 1000000 && sum >= rows * -1000000);
    printf("%ld in %ld rows\n", sum, rows);
    return 0;
}
