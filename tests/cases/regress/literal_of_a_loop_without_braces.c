// rmt: check => unsafe (not natively)
// What a loop governs is a block, with or without braces: literals of objects in it end with each round.
int main(void) {
    int *last[2];
    for (int i = 0; i < 2; i++)
        last[i] = &(int){i};
    return *last[0]; //~ invalid read: a variable that is out of scope
}
