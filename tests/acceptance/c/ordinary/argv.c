// Reads options from the command line: -v, -n COUNT, -o NAME; what is left are files to copy.
#include <assert.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_FILES 8
#define NAME_SIZE 16
#define MAX_COUNT 1000

struct options {
    bool verbose;
    long count;
    char output[NAME_SIZE];
    const char *files[MAX_FILES];
    int file_count;
};

static void usage(void) {
    fprintf(stderr, "usage: copy [-v] [-n COUNT] [-o NAME] [--] FILE...\n");
}

static bool parse_count(const char *text, long *result) {
    char *end;
    long value = strtol(text, &end, 10);
    if (end == text || *end != '\0') {
        return false;
    }
    if (value < 1 || value > MAX_COUNT) {
        return false;
    }
    *result = value;
    return true;
}

static bool copy_name(char *to, const char *from) {
    size_t length = strlen(from);
    if (length >= NAME_SIZE) { //=>     if (length > NAME_SIZE) {
        return false;
    }
    memcpy(to, from, length + 1);
    return true;
}

static bool parse(struct options *options, int argc, char **argv) {
    int i;
    for (i = 1; i < argc; i++) {
        const char *argument = argv[i];
        if (argument[0] != '-') {
            break;
        }
        if (strcmp(argument, "--") == 0) {
            i++;
            break;
        }
        if (strcmp(argument, "-v") == 0) {
            options->verbose = true;
        } else if (strcmp(argument, "-n") == 0) {
            if (i + 1 >= argc) { //=>             if (i >= argc) {
                return false;
            }
            i++;
            if (!parse_count(argv[i], &options->count)) {
                return false;
            }
        } else if (strcmp(argument, "-o") == 0) {
            if (i + 1 >= argc) {
                return false;
            }
            i++;
            if (!copy_name(options->output, argv[i])) {
                return false;
            }
        } else {
            return false;
        }
    }
    for (; i < argc; i++) {
        if (options->file_count == MAX_FILES) {
            return false;
        }
        options->files[options->file_count] = argv[i];
        options->file_count++;
    }
    return true;
}

int main(int argc, char **argv) {
    struct options options = {.verbose = false, .count = 1, .output = "out.txt", .file_count = 0};
    if (!parse(&options, argc, argv)) {
        usage();
        return 2;
    }
    assert(options.count >= 1 && options.count <= MAX_COUNT);
    assert(options.file_count <= MAX_FILES);
    assert(strlen(options.output) < NAME_SIZE);
    for (int i = 0; i < options.file_count; i++) {
        if (options.verbose) {
            printf("%s -> %s, %ld times\n", options.files[i], options.output, options.count);
        } else {
            printf("%s\n", options.files[i]);
        }
    }
    return 0;
}
