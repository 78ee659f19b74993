// A vending machine as a table of functions: for each state, what it does with an event.
#include <assert.h>
#include <stdio.h>

extern int nondet_int(void);

enum state { IDLE, PAYING, CHOOSING, SERVING, BROKEN, STATES };
enum event { COIN, CHOOSE, CANCEL, DONE, KICK, EVENTS };

struct machine {
    enum state state;
    int coins;
    int stock[3];
    int chosen;
    int sold;
};

#define PRICE 3
#define MOST_COINS 10

typedef enum state (*handler)(struct machine *, enum event, int);

static enum state idle(struct machine *machine, enum event event, int value) {
    (void)value;
    if (event == COIN) {
        machine->coins = 1;
        return PAYING;
    }
    return event == KICK ? BROKEN : IDLE;
}

static enum state paying(struct machine *machine, enum event event, int value) {
    (void)value;
    if (event == COIN && machine->coins < MOST_COINS) {
        machine->coins++;
        return machine->coins >= PRICE ? CHOOSING : PAYING;
    }
    if (event == CANCEL) {
        machine->coins = 0;
        return IDLE;
    }
    return PAYING;
}

static enum state choosing(struct machine *machine, enum event event, int value) {
    if (event == CHOOSE) {
        if (value < 0 || value >= 3 || machine->stock[value] == 0) { //=>         if (value < 0 || machine->stock[value] == 0) {
            return CHOOSING;
        }
        machine->chosen = value;
        return SERVING;
    }
    if (event == CANCEL) {
        machine->coins = 0;
        return IDLE;
    }
    return CHOOSING;
}

static enum state serving(struct machine *machine, enum event event, int value) {
    (void)value;
    if (event == DONE) {
        machine->stock[machine->chosen]--;
        machine->coins -= PRICE;
        machine->sold++;
        assert(machine->stock[machine->chosen] >= 0);
        machine->coins = 0;
        return IDLE;
    }
    return SERVING;
}

static enum state broken(struct machine *machine, enum event event, int value) {
    (void)machine;
    (void)event;
    (void)value;
    return BROKEN;
}

static const handler handlers[STATES] = {
    [IDLE] = idle,
    [PAYING] = paying,
    [CHOOSING] = choosing,
    [SERVING] = serving,
    [BROKEN] = broken, //=>     
};

static int stocked(const struct machine *machine) {
    return machine->stock[0] + machine->stock[1] + machine->stock[2];
}

int main(void) {
    struct machine machine = {IDLE, 0, {2, 1, 2}, 0, 0};
    int before = stocked(&machine);
    for (int step = 0; step < 50; step++) {
        int event = nondet_int();
        if (event < 0 || event >= EVENTS) {
            break;
        }
        machine.state = handlers[machine.state](&machine, (enum event)event, nondet_int());
        assert(machine.state < STATES);
        assert(machine.coins >= 0 && machine.coins <= MOST_COINS);
        assert(stocked(&machine) + machine.sold == before);
    }
    printf("%d sold, %d left\n", machine.sold, stocked(&machine));
    return 0;
}
