// A game on the terminal: walk through a cellar, gather coins, mind the doors.
#include <assert.h>
#include <stdbool.h>
#include <stdio.h>

#define HEIGHT 5
#define WIDTH 8

struct game {
    char map[HEIGHT][WIDTH + 1];
    int row;
    int column;
    int coins;
    int moves;
    bool over;
};

static const struct game start = {
    .map = {
        "########",
        "#@.o#.o#",
        "#.#...##",
        "..o.#..>",
        "########", //=>         "##.#####",
    },
    .row = 1,
    .column = 1,
    .coins = 0,
    .moves = 0,
    .over = false,
};

static void draw(const struct game *game) {
    for (int row = 0; row < HEIGHT; row++) {
        puts(game->map[row]);
    }
    printf("coins %d, moves %d\n", game->coins, game->moves);
}

static bool direction(int key, int *down, int *right) {
    *down = 0;
    *right = 0;
    switch (key) {
    case 'h':
        *right = -1;
        return true;
    case 'l':
        *right = 1;
        return true;
    case 'k':
        *down = -1;
        return true;
    case 'j':
        *down = 1;
        return true;
    default:
        return false;
    }
}

static void step(struct game *game, int down, int right) {
    int row = game->row + down;
    int column = game->column + right;
    if (column < 0) { //=>     if (column < -1) {
        column = WIDTH - 1;
    }
    char there = game->map[row][column];
    if (there == '#') {
        return;
    }
    if (there == 'o') {
        game->coins++;
    }
    if (there == '>') {
        game->over = true;
    }
    game->map[game->row][game->column] = '.';
    game->row = row;
    game->column = column;
    game->map[row][column] = '@';
    game->moves++;
}

int main(void) {
    struct game game = start;
    while (!game.over && game.moves < 200) {
        draw(&game);
        int key = getchar();
        if (key == EOF || key == 'q') {
            break;
        }
        int down, right;
        if (!direction(key, &down, &right)) {
            continue;
        }
        step(&game, down, right);
        assert(game.row > 0 && game.row < HEIGHT - 1);
        assert(game.column >= 0 && game.column < WIDTH);
        assert(game.coins <= 3);
    }
    printf(game.over ? "out, with %d coins\n" : "lost, with %d coins\n", game.coins);
    return 0;
}
