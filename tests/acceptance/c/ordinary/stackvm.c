// Runs a small program on a stack: digits are pushed; + - * / work on the two topmost; d s p double, swap, print;
// j takes a place and a number, and goes on at that place unless the number is 0.
#include <assert.h>
#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#define CODE_SIZE 80
#define DEPTH 16
#define MOST_STEPS 1000

enum fault { FINE, EMPTY, FULL, RANGE, DIVISION, PLACE, UNKNOWN };

struct machine {
    char code[CODE_SIZE];
    int size;
    int at;
    int stack[DEPTH];
    int height;
    enum fault fault;
};

static void push(struct machine *machine, long long value) {
    if (value < INT_MIN || value > INT_MAX) {
        machine->fault = RANGE;
    } else if (machine->height == DEPTH) {
        machine->fault = FULL;
    } else {
        machine->stack[machine->height++] = (int)value;
    }
}

static int pop(struct machine *machine) {
    if (machine->height == 0) {
        machine->fault = EMPTY;
        return 0;
    }
    return machine->stack[--machine->height];
}

static void divide(struct machine *machine, int a, int b) {
    if (b == 0 || (a == INT_MIN && b == -1)) { //=>     if (b == 0) {
        machine->fault = DIVISION;
        return;
    }
    push(machine, a / b);
}

static void jump(struct machine *machine, int place, int condition) {
    if (place < 0 || place >= machine->size) { //=>     if (place >= machine->size) {
        machine->fault = PLACE;
        return;
    }
    if (condition != 0) {
        machine->at = place;
    }
}

static void binary(struct machine *machine, char c) {
    int b = pop(machine);
    int a = pop(machine);
    if (machine->fault != FINE) {
        return;
    }
    switch (c) {
    case '+':
        push(machine, (long long)a + b);
        break;
    case '-':
        push(machine, (long long)a - b);
        break;
    case '*':
        push(machine, (long long)a * b);
        break;
    case '/':
        divide(machine, a, b);
        break;
    case 's':
        push(machine, b);
        push(machine, a);
        break;
    case 'j':
        jump(machine, b, a);
        break;
    default:
        machine->fault = UNKNOWN;
    }
}

static void step(struct machine *machine) {
    char c = machine->code[machine->at++];
    if (isdigit((unsigned char)c)) {
        push(machine, c - '0');
    } else if (c == 'd') {
        int top = pop(machine);
        push(machine, top);
        push(machine, top);
    } else if (c == 'p') {
        printf("%d\n", pop(machine));
    } else {
        binary(machine, c);
    }
}

int main(int argc, char **argv) {
    static struct machine machine;
    if (argc != 2 || strlen(argv[1]) >= CODE_SIZE) {
        return 2;
    }
    strcpy(machine.code, argv[1]);
    machine.size = (int)strlen(machine.code);
    int steps = 0;
    while (machine.fault == FINE && machine.at < machine.size && steps < MOST_STEPS) {
        step(&machine);
        steps++;
        assert(machine.height >= 0 && machine.height <= DEPTH);
    }
    assert(machine.height <= 2 * steps);
    if (machine.fault != FINE) {
        fprintf(stderr, "fault %d before %d\n", (int)machine.fault, machine.at);
        return 1;
    }
    return 0;
}
