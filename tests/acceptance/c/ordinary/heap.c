// Tasks in a binary heap: "+ PRIORITY" adds one, "-" does the most urgent one; the rest is done at the end.
#include <assert.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#define LARGEST 4096

struct task {
    int priority;
    unsigned number;
};

struct queue {
    struct task *tasks;
    size_t count;
    size_t room;
};

static bool init(struct queue *queue) {
    queue->count = 0;
    queue->room = 2;
    queue->tasks = malloc(queue->room * sizeof *queue->tasks);
    return queue->tasks != NULL;
}

static bool grow(struct queue *queue) {
    if (queue->room >= LARGEST) {
        return false;
    }
    size_t room = 2 * queue->room;
    struct task *tasks = realloc(queue->tasks, room * sizeof *tasks);
    if (tasks == NULL) {
        return false;
    }
    queue->tasks = tasks; //=>     ;
    queue->room = room;
    return true;
}

static bool before(const struct task *a, const struct task *b) {
    return a->priority < b->priority || (a->priority == b->priority && a->number < b->number);
}

static bool push(struct queue *queue, struct task task) {
    if (queue->count == queue->room && !grow(queue)) {
        return false;
    }
    size_t i = queue->count++;
    while (i > 0) {
        size_t parent = (i - 1) / 2;
        if (!before(&task, &queue->tasks[parent])) {
            break;
        }
        queue->tasks[i] = queue->tasks[parent];
        i = parent;
    }
    queue->tasks[i] = task;
    return true;
}

static struct task pop(struct queue *queue) {
    assert(queue->count > 0);
    struct task *tasks = queue->tasks;
    struct task top = tasks[0];
    struct task last = tasks[--queue->count];
    size_t i = 0;
    while (2 * i + 1 < queue->count) {
        size_t child = 2 * i + 1;
        if (child + 1 < queue->count && before(&tasks[child + 1], &tasks[child])) { //=>         if (child + 1 < queue->count && before(&tasks[child], &tasks[child + 1])) {
            child++;
        }
        if (!before(&tasks[child], &last)) {
            break;
        }
        tasks[i] = tasks[child];
        i = child;
    }
    tasks[i] = last;
    return top;
}

int main(void) {
    struct queue queue;
    if (!init(&queue)) {
        return 1;
    }
    char line[32];
    unsigned number = 0;
    while (number < 10000 && fgets(line, sizeof line, stdin) != NULL) {
        number++;
        if (line[0] == '+') {
            long priority = strtol(line + 1, NULL, 10);
            if (priority < -1000 || priority > 1000) {
                continue;
            }
            struct task task = {(int)priority, number};
            if (!push(&queue, task)) {
                fprintf(stderr, "no room\n");
                break;
            }
        } else if (line[0] == '-' && queue.count > 0) {
            struct task task = pop(&queue);
            printf("task %u (%d)\n", task.number, task.priority);
        }
        assert(queue.count <= queue.room);
    }
    struct task previous = {-1000, 0};
    while (queue.count > 0) {
        struct task task = pop(&queue);
        assert(before(&previous, &task));
        printf("task %u (%d)\n", task.number, task.priority);
        previous = task;
    }
    free(queue.tasks);
    return 0;
}
