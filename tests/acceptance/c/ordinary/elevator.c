// A lift goes to the floors whose buttons were pressed, one after the other.
#include <assert.h>
#include <stdbool.h>
#include <stdio.h>

extern int nondet_int(void);

#define FLOORS 4
#define STEPS 12
#define OPEN_TIME 2

enum state { IDLE, UP, DOWN, OPEN };

struct lift {
    enum state state;
    int floor;
    int stop;
    int time;
    int queue[FLOORS];
    int head;
    int count;
    bool waiting[FLOORS];
};

static void press(struct lift *lift, int button) {
    if (button < 0 || button >= FLOORS || lift->waiting[button]) {
        return;
    }
    lift->waiting[button] = true; //=>     ;
    lift->queue[(lift->head + lift->count) % FLOORS] = button;
    lift->count++;
}

static void arrive(struct lift *lift) {
    assert(lift->count > 0 && lift->queue[lift->head] == lift->floor);
    lift->waiting[lift->floor] = false;
    lift->head = (lift->head + 1) % FLOORS;
    lift->count--;
    lift->state = OPEN;
    lift->stop = lift->floor;
    lift->time = OPEN_TIME;
    printf("floor %d\n", lift->floor);
}

static void tick(struct lift *lift) {
    int target = lift->queue[lift->head];
    switch (lift->state) {
    case IDLE:
        if (lift->count == 0) {
            break;
        }
        if (target == lift->floor) {
            arrive(lift);
        } else {
            lift->state = target > lift->floor ? UP : DOWN;
        }
        break;
    case UP:
        lift->floor++;
        if (lift->floor == target) {
            arrive(lift);
        }
        break; //=>         ;
    case DOWN:
        lift->floor--;
        if (lift->floor == target) {
            arrive(lift);
        }
        break;
    case OPEN:
        lift->time--;
        if (lift->time == 0) {
            lift->state = IDLE;
        }
        break;
    }
}

int main(void) {
    struct lift lift = {.state = IDLE, .floor = 0};
    for (int step = 0; step < STEPS; step++) {
        press(&lift, nondet_int());
        tick(&lift);
        assert(lift.floor >= 0 && lift.floor < FLOORS);
        assert(lift.count >= 0 && lift.count <= FLOORS);
        assert(lift.state != OPEN || (lift.time > 0 && lift.floor == lift.stop));
        assert((lift.state != UP && lift.state != DOWN) || lift.count > 0);
    }
    int waiting = 0;
    for (int i = 0; i < FLOORS; i++) {
        waiting += lift.waiting[i];
    }
    assert(waiting == lift.count);
    printf("%d still waiting\n", waiting);
    return 0;
}
