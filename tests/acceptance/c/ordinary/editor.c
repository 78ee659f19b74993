// A line editor: "a TEXT" puts a line behind the current one, "d" deletes that, "n" and "p" go to the next and previous.
#include <assert.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct line {
    char *text;
    struct line *next;
    struct line *previous;
};

struct editor {
    struct line *first;
    struct line *last;
    struct line *current;
    unsigned long lines;
};

static struct line *create(const char *text) {
    struct line *line = malloc(sizeof *line);
    if (line == NULL) {
        return NULL;
    }
    line->text = malloc(strlen(text) + 1);
    if (line->text == NULL) {
        free(line);
        return NULL;
    }
    strcpy(line->text, text);
    return line;
}

static bool append(struct editor *editor, const char *text) {
    struct line *line = create(text);
    if (line == NULL) {
        return false;
    }
    struct line *current = editor->current;
    line->previous = current; //=>     ;
    line->next = current != NULL ? current->next : NULL;
    if (line->next != NULL) {
        line->next->previous = line;
    } else {
        editor->last = line;
    }
    if (current != NULL) {
        current->next = line;
    } else {
        editor->first = line;
    }
    editor->current = line;
    editor->lines++;
    return true;
}

static void delete(struct editor *editor) {
    struct line *line = editor->current;
    if (line == NULL) {
        return;
    }
    if (line->previous != NULL) {
        line->previous->next = line->next;
    } else {
        editor->first = line->next;
    }
    if (line->next != NULL) {
        line->next->previous = line->previous;
    } else {
        editor->last = line->previous;
    }
    editor->current = line->next != NULL ? line->next : editor->last; //=>     if (line->next != NULL) editor->current = line->next;
    free(line->text);
    free(line);
    editor->lines--;
}

static void move(struct editor *editor, char direction) {
    struct line *line = editor->current;
    if (line == NULL) {
        return;
    }
    struct line *other = direction == 'n' ? line->next : line->previous;
    if (other != NULL) {
        editor->current = other;
    }
}

int main(void) {
    struct editor editor = {NULL, NULL, NULL, 0};
    char command[64];
    int status = 0;
    while (fgets(command, sizeof command, stdin) != NULL) {
        command[strcspn(command, "\n")] = '\0';
        if (strncmp(command, "a ", 2) == 0) {
            if (!append(&editor, command + 2)) {
                status = 1;
                break;
            }
        } else if (strcmp(command, "d") == 0) {
            delete(&editor);
        } else if (strcmp(command, "n") == 0 || strcmp(command, "p") == 0) {
            move(&editor, command[0]);
        } else {
            fprintf(stderr, "?\n");
        }
        assert((editor.current == NULL) == (editor.first == NULL));
    }
    editor.current = editor.first;
    while (editor.current != NULL) {
        assert(editor.current->previous == NULL);
        puts(editor.current->text);
        delete(&editor);
    }
    assert(editor.last == NULL && editor.lines == 0);
    return status;
}
