// Looks a key up in a query string such as "name=J%C3%BCrgen&city=K%26K+Town"; %xx is a byte, + a space.
#include <assert.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_PAIRS 8

struct pair {
    const char *key;
    const char *value;
};

struct query {
    char *text;
    struct pair pairs[MAX_PAIRS];
    int count;
};

static int hex(char c) {
    if (c >= '0' && c <= '9') {
        return c - '0';
    }
    if (c >= 'a' && c <= 'f') {
        return c - 'a' + 10;
    }
    if (c >= 'A' && c <= 'F') {
        return c - 'A' + 10;
    }
    return -1;
}

// Decodes a text in its place; it does not get longer.
static bool decode(char *text) {
    char *to = text;
    const char *from = text;
    while (*from != '\0') {
        if (*from == '%') {
            int high = hex(from[1]);
            int low = high < 0 ? -1 : hex(from[2]); //=>             int low = hex(from[2]);
            if (high < 0 || low < 0 || high + low == 0) {
                return false;
            }
            *to++ = (char)(high * 16 + low);
            from += 3;
        } else {
            *to++ = *from == '+' ? ' ' : *from;
            from++;
        }
    }
    assert(to <= from);
    *to = '\0';
    return true;
}

static bool add(struct query *query, char *text) {
    if (query->count == MAX_PAIRS) {
        return false;
    }
    char *value = strchr(text, '=');
    if (value != NULL) {
        *value++ = '\0';
    } else {
        value = text + strlen(text);
    }
    if (!decode(text) || !decode(value)) {
        return false;
    }
    query->pairs[query->count].key = text;
    query->pairs[query->count].value = value;
    query->count++;
    return true;
}

static void clear(struct query *query) {
    free(query->text);
    query->text = NULL; //=>     ;
    query->count = 0;
}

static bool parse(struct query *query, const char *text) {
    query->count = 0;
    query->text = malloc(strlen(text) + 1);
    if (query->text == NULL) {
        return false;
    }
    strcpy(query->text, text);
    char *at = query->text;
    while (at != NULL) {
        char *end = strchr(at, '&');
        if (end != NULL) {
            *end++ = '\0';
        }
        if (*at != '\0' && !add(query, at)) {
            clear(query);
            return false;
        }
        at = end;
    }
    return true;
}

static const char *find(const struct query *query, const char *key) {
    for (int i = 0; i < query->count; i++) {
        if (strcmp(query->pairs[i].key, key) == 0) {
            return query->pairs[i].value;
        }
    }
    return NULL;
}

int main(int argc, char **argv) {
    if (argc != 3) {
        return 2;
    }
    struct query query;
    int status = 0;
    if (parse(&query, argv[1])) {
        const char *value = find(&query, argv[2]);
        if (value != NULL) {
            assert(query.count > 0);
            assert(strlen(value) <= strlen(argv[1]));
            printf("%s\n", value);
        }
    } else {
        fprintf(stderr, "cannot be read\n");
        status = 1;
    }
    clear(&query);
    return status;
}
