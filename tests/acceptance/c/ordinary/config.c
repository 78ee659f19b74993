// Reads the settings of a server from a file that the command line names.
#include <assert.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct settings {
    int port;
    int workers;
    bool quiet;
};

struct number {
    const char *name;
    int lowest;
    int highest;
    int *place;
};

static bool set_number(const struct number *numbers, size_t count, const char *name, const char *text) {
    for (size_t i = 0; i < count; i++) {
        if (strcmp(numbers[i].name, name) != 0) {
            continue;
        }
        char *end;
        long value = strtol(text, &end, 10);
        if (end == text || *end != '\0') {
            return false;
        }
        if (value < numbers[i].lowest || value > numbers[i].highest) { //=>         if (value < numbers[i].lowest && value > numbers[i].highest) {
            return false;
        }
        *numbers[i].place = (int)value;
        return true;
    }
    return false;
}

static bool read_line(struct settings *settings, char *line) {
    const struct number numbers[] = {
        {"port", 1, 65535, &settings->port},
        {"workers", 1, 64, &settings->workers},
    };
    char *name = strtok(line, " \t\n");
    if (name == NULL || name[0] == '#') {
        return true;
    }
    if (strcmp(name, "quiet") == 0) {
        settings->quiet = true;
        return true;
    }
    char *text = strtok(NULL, " \t\n");
    if (text == NULL) {
        return false;
    }
    return set_number(numbers, sizeof numbers / sizeof numbers[0], name, text);
}

static bool read_file(struct settings *settings, const char *path) {
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        return false;
    }
    char line[80];
    while (fgets(line, sizeof line, file) != NULL) {
        if (!read_line(settings, line)) {
            fclose(file); //=>             ;
            return false;
        }
    }
    fclose(file);
    return true;
}

int main(int argc, char **argv) {
    struct settings settings = {.port = 8080, .workers = 4, .quiet = false};
    if (argc > 1 && !read_file(&settings, argv[1])) {
        fprintf(stderr, "%s: cannot be read\n", argv[1]);
        return 1;
    }
    assert(settings.port > 0 && settings.port < 65536);
    assert(settings.workers >= 1 && settings.workers <= 64);
    if (!settings.quiet) {
        printf("port %d, %d workers, %d connections each\n", settings.port, settings.workers, 1024 / settings.workers);
    }
    return 0;
}
