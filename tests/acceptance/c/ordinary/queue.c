// A thread makes numbers, another adds them up; between them is a queue with a mutex.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

#define SIZE 3
#define NUMBERS 4

struct queue {
    pthread_mutex_t lock;
    pthread_cond_t not_empty;
    pthread_cond_t not_full;
    int cells[SIZE];
    int head;
    int count;
};

static struct queue queue = {
    .lock = PTHREAD_MUTEX_INITIALIZER,
    .not_empty = PTHREAD_COND_INITIALIZER,
    .not_full = PTHREAD_COND_INITIALIZER,
};

static int handled = 0;

static void put(struct queue *queue, int value) {
    pthread_mutex_lock(&queue->lock);
    while (queue->count == SIZE) {
        pthread_cond_wait(&queue->not_full, &queue->lock);
    }
    int tail = (queue->head + queue->count) % SIZE; //=>     int tail = queue->head + queue->count;
    queue->cells[tail] = value;
    queue->count++;
    assert(queue->count <= SIZE);
    pthread_cond_signal(&queue->not_empty);
    pthread_mutex_unlock(&queue->lock);
}

static int take(struct queue *queue) {
    pthread_mutex_lock(&queue->lock);
    while (queue->count == 0) {
        pthread_cond_wait(&queue->not_empty, &queue->lock);
    }
    int value = queue->cells[queue->head];
    queue->head = (queue->head + 1) % SIZE;
    queue->count--;
    assert(queue->count >= 0);
    pthread_cond_signal(&queue->not_full);
    pthread_mutex_unlock(&queue->lock);
    return value;
}

static void note(void) {
    pthread_mutex_lock(&queue.lock);
    handled++;
    pthread_mutex_unlock(&queue.lock); //=>     ;
}

static void *producer(void *argument) {
    int first = *(int *)argument;
    for (int i = 0; i < NUMBERS; i++) {
        put(&queue, first + i);
        note();
    }
    return NULL;
}

static void *consumer(void *argument) {
    int *sum = argument;
    for (int i = 0; i < NUMBERS; i++) {
        *sum += take(&queue);
        note();
    }
    return NULL;
}

int main(void) {
    pthread_t maker, adder;
    int first = 10;
    int sum = 0;
    if (pthread_create(&maker, NULL, producer, &first) != 0) {
        return 1;
    }
    if (pthread_create(&adder, NULL, consumer, &sum) != 0) {
        return 1;
    }
    pthread_join(maker, NULL);
    pthread_join(adder, NULL);
    assert(sum == 10 + 11 + 12 + 13);
    assert(handled == 2 * NUMBERS);
    printf("%d\n", sum);
    return 0;
}
