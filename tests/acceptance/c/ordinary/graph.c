// Reads the edges of a graph, and finds a shortest way between two of its vertices.
#include <assert.h>
#include <stdbool.h>
#include <stdio.h>

#define VERTICES 7
#define UNKNOWN (-1)

struct graph {
    bool edges[VERTICES][VERTICES];
};

struct queue {
    int cells[VERTICES];
    int head;
    int tail;
};

static bool is_vertex(int v) {
    return v >= 0 && v < VERTICES; //=>     return v >= 0 && v <= VERTICES;
}

static int read(struct graph *graph) {
    int from, to;
    int count = 0;
    while (count < 100 && scanf("%d %d", &from, &to) == 2) {
        if (!is_vertex(from) || !is_vertex(to)) {
            break;
        }
        graph->edges[from][to] = true;
        graph->edges[to][from] = true;
        count++;
    }
    return count;
}

static void push(struct queue *queue, int v) {
    assert(queue->tail < VERTICES);
    queue->cells[queue->tail++] = v;
}

static int pop(struct queue *queue) {
    assert(queue->head < queue->tail);
    return queue->cells[queue->head++];
}

static void search(const struct graph *graph, int start, int *distance, int *before) {
    struct queue queue = {{0}, 0, 0};
    for (int v = 0; v < VERTICES; v++) {
        distance[v] = UNKNOWN;
        before[v] = UNKNOWN;
    }
    distance[start] = 0;
    push(&queue, start);
    while (queue.head < queue.tail) {
        int v = pop(&queue);
        for (int w = 0; w < VERTICES; w++) {
            if (!graph->edges[v][w] || distance[w] != UNKNOWN) { //=>             if (!graph->edges[v][w] || w == before[v]) {
                continue;
            }
            distance[w] = distance[v] + 1;
            before[w] = v;
            push(&queue, w);
        }
    }
}

static int print_way(const int *before, int goal) {
    int steps = 0;
    for (int v = goal; v != UNKNOWN; v = before[v]) {
        printf("%d ", v);
        steps++;
        if (steps > VERTICES) {
            break;
        }
    }
    printf("\n");
    return steps;
}

int main(void) {
    static struct graph graph;
    int distance[VERTICES];
    int before[VERTICES];
    int count = read(&graph);
    assert(count <= 100);
    search(&graph, 0, distance, before);
    int goal = VERTICES - 1;
    if (distance[goal] == UNKNOWN) {
        printf("no way\n");
        return 1;
    }
    assert(distance[goal] > 0 && distance[goal] < VERTICES);
    int steps = print_way(before, goal);
    assert(steps == distance[goal] + 1);
    return 0;
}
