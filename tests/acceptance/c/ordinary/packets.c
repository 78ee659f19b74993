// Reads records of a kind, a length and so many bytes, and keeps the last name and the sum of the numbers.
#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define BUFFER 48
#define NAME 12

enum kind { KIND_NAME = 1, KIND_NUMBER = 2, KIND_END = 3 };

struct reader {
    const uint8_t *bytes;
    size_t size;
    size_t at;
};

struct session {
    char name[NAME];
    uint32_t sum;
    int records;
    bool ended;
};

static bool read_byte(struct reader *reader, uint8_t *byte) {
    if (reader->at >= reader->size) {
        return false;
    }
    *byte = reader->bytes[reader->at++];
    return true;
}

static const uint8_t *read_bytes(struct reader *reader, size_t count) {
    if (count > reader->size - reader->at) { //=>     if (count > reader->size) {
        return NULL;
    }
    const uint8_t *bytes = reader->bytes + reader->at;
    reader->at += count;
    return bytes;
}

static bool take_name(struct session *session, const uint8_t *bytes, size_t length) {
    if (length >= NAME) {
        return false;
    }
    memcpy(session->name, bytes, length);
    session->name[length] = '\0'; //=>     session->name[NAME] = '\0';
    return true;
}

static bool take_number(struct session *session, const uint8_t *bytes, size_t length) {
    uint32_t number = 0;
    if (length == 0 || length > 4) {
        return false;
    }
    for (size_t i = 0; i < length; i++) {
        number = number << 8 | bytes[i];
    }
    session->sum += number;
    return true;
}

static bool take_record(struct session *session, struct reader *reader) {
    uint8_t kind, length;
    if (!read_byte(reader, &kind) || !read_byte(reader, &length)) {
        return false;
    }
    const uint8_t *bytes = read_bytes(reader, length);
    if (bytes == NULL) {
        return false;
    }
    session->records++;
    switch (kind) {
    case KIND_NAME:
        return take_name(session, bytes, length);
    case KIND_NUMBER:
        return take_number(session, bytes, length);
    case KIND_END:
        session->ended = true;
        return length == 0;
    default:
        return true;
    }
}

int main(void) {
    uint8_t buffer[BUFFER];
    struct session session = {.name = "", .sum = 0, .records = 0, .ended = false};
    struct reader reader = {buffer, fread(buffer, 1, BUFFER, stdin), 0};
    while (!session.ended) {
        if (!take_record(&session, &reader)) {
            fprintf(stderr, "broken at byte %zu\n", reader.at);
            return 1;
        }
        assert(reader.at <= reader.size);
        assert(session.records <= BUFFER / 2);
    }
    assert(strlen(session.name) < NAME);
    printf("%s: %lu in %d records\n", session.name, (unsigned long)session.sum, session.records);
    return 0;
}
