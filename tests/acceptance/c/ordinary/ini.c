// Reads an INI file from the standard input: [section] lines, key = value lines, and comments.
#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#define LINE_SIZE 64
#define WORD_SIZE 24
#define MAX_ENTRIES 16

struct entry {
    char section[WORD_SIZE];
    char key[WORD_SIZE];
    char value[WORD_SIZE];
};

struct ini {
    struct entry entries[MAX_ENTRIES];
    int count;
};

// Cuts white space off both ends; the result is a part of the text.
static char *trim(char *text) {
    while (isspace((unsigned char)*text)) {
        text++;
    }
    size_t length = strlen(text);
    while (length > 0 && isspace((unsigned char)text[length - 1])) { //=>     while (isspace((unsigned char)text[length - 1])) {
        length--;
    }
    text[length] = '\0';
    return text;
}

static int put(char *to, const char *from) {
    if (strlen(from) >= WORD_SIZE) {
        return -1;
    }
    strcpy(to, from);
    return 0;
}

static int add(struct ini *ini, const char *section, const char *key, const char *value) {
    if (ini->count >= MAX_ENTRIES) { //=>     if (ini->count > MAX_ENTRIES) {
        return -1;
    }
    struct entry *entry = &ini->entries[ini->count];
    if (put(entry->section, section) || put(entry->key, key) || put(entry->value, value)) {
        return -1;
    }
    ini->count++;
    return 0;
}

static int read_line(struct ini *ini, char *section, char *line) {
    char *text = trim(line);
    if (*text == '\0' || *text == ';' || *text == '#') {
        return 0;
    }
    if (*text == '[') {
        char *end = strchr(text, ']');
        if (end == NULL) {
            return -1;
        }
        *end = '\0';
        return put(section, text + 1);
    }
    char *equals = strchr(text, '=');
    if (equals == NULL) {
        return -1;
    }
    *equals = '\0';
    return add(ini, section, trim(text), trim(equals + 1));
}

static const char *lookup(const struct ini *ini, const char *section, const char *key) {
    for (int i = 0; i < ini->count; i++) {
        if (strcmp(ini->entries[i].section, section) == 0 && strcmp(ini->entries[i].key, key) == 0) {
            return ini->entries[i].value;
        }
    }
    return NULL;
}

int main(void) {
    static struct ini ini;
    char section[WORD_SIZE] = "";
    char line[LINE_SIZE];
    int number = 0;
    while (number < 1000 && fgets(line, sizeof line, stdin) != NULL) {
        number++;
        if (read_line(&ini, section, line) != 0) {
            fprintf(stderr, "line %d: cannot be read\n", number);
            return 1;
        }
        assert(ini.count <= number);
    }
    assert(ini.count <= MAX_ENTRIES);
    const char *port = lookup(&ini, "server", "port");
    if (port != NULL) {
        assert(ini.count > 0);
        printf("port %s\n", port);
    }
    return 0;
}
