// A to-do list on the heap: items are added, done and removed by commands from the standard input.
#include <assert.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct item {
    int id;
    bool done;
    char *title;
    struct item *next;
};

struct list {
    struct item *first;
    int length;
    int next_id;
};

static char *duplicate(const char *text) {
    size_t size = strlen(text) + 1;
    char *copy = malloc(size);
    if (copy != NULL) {
        memcpy(copy, text, size);
    }
    return copy;
}

static bool add(struct list *list, const char *title) {
    if (list->next_id >= 10000) {
        return false;
    }
    struct item *item = malloc(sizeof *item);
    if (item == NULL) {
        return false;
    }
    item->title = duplicate(title);
    if (item->title == NULL) {
        free(item); //=>         ;
        return false;
    }
    item->id = list->next_id++;
    item->done = false;
    item->next = list->first;
    list->first = item;
    list->length++;
    return true;
}

static struct item *find(struct list *list, int id) {
    struct item *item = list->first;
    while (item != NULL && item->id != id) {
        item = item->next;
    }
    return item;
}

static bool drop(struct list *list, int id) {
    struct item **link = &list->first;
    while (*link != NULL) {
        struct item *item = *link;
        if (item->id == id) {
            *link = item->next;
            free(item->title);
            free(item);
            list->length--;
            return true;
        }
        link = &item->next;
    }
    return false;
}

static void clear(struct list *list) {
    while (list->first != NULL) {
        struct item *item = list->first;
        list->first = item->next;
        free(item->title);
        free(item);
        list->length--;
    }
}

int main(void) {
    struct list list = {NULL, 0, 1};
    char line[80];
    while (fgets(line, sizeof line, stdin) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        if (line[0] == '+') {
            if (!add(&list, line + 1)) {
                fprintf(stderr, "no room\n");
                break;
            }
            assert(list.first != NULL && list.first->id == list.next_id - 1);
        } else if (line[0] == '-') {
            int before = list.length;
            if (drop(&list, (int)strtol(line + 1, NULL, 10))) {
                assert(list.length == before - 1);
            }
        } else if (line[0] == '!') {
            struct item *item = find(&list, (int)strtol(line + 1, NULL, 10));
            if (item != NULL) { //=>             {
                item->done = true;
            }
        }
    }
    for (struct item *item = list.first; item != NULL; item = item->next) {
        printf("%d [%c] %s\n", item->id, item->done ? 'x' : ' ', item->title);
    }
    clear(&list);
    assert(list.first == NULL);
    return 0;
}
