// A bank with a few accounts; what is to be done is read from the standard input.
#include <assert.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define ACCOUNTS 5
#define CEILING 1000000L

struct account {
    const char *owner;
    long balance;
    unsigned transactions;
};

static struct account accounts[ACCOUNTS] = {
    {"Ada", 100, 0}, {"Bob", 250, 0}, {"Cleo", 0, 0}, {"Dan", 75, 0}, {"Eve", 1000, 0},
};

static long total(void) {
    long sum = 0;
    for (int i = 0; i < ACCOUNTS; i++) {
        sum += accounts[i].balance;
    }
    return sum;
}

static bool is_account(int number) {
    return number >= 0 && number < ACCOUNTS; //=>     return number < ACCOUNTS;
}

static bool deposit(int number, int amount) {
    if (!is_account(number) || amount <= 0) {
        return false;
    }
    struct account *account = &accounts[number];
    if (account->balance > CEILING - amount) {
        return false;
    }
    account->balance += amount;
    account->transactions++;
    return true;
}

static bool withdraw(int number, int amount) {
    if (!is_account(number) || amount <= 0) {
        return false;
    }
    if (accounts[number].balance < amount) {
        return false;
    }
    accounts[number].balance -= amount;
    accounts[number].transactions++;
    return true;
}

static bool transfer(int from, int to, int amount) {
    if (!is_account(from) || !is_account(to)) {
        return false;
    }
    if (from == to || amount <= 0) { //=>     if (amount <= 0) {
        return false;
    }
    long left = accounts[from].balance - amount;
    long right = accounts[to].balance + amount;
    if (left < 0 || right > CEILING) {
        return false;
    }
    accounts[from].balance = left;
    accounts[to].balance = right;
    accounts[from].transactions++;
    accounts[to].transactions++;
    return true;
}

static void statement(void) {
    for (int i = 0; i < ACCOUNTS; i++) {
        printf("%-8s %8ld (%u)\n", accounts[i].owner, accounts[i].balance, accounts[i].transactions);
    }
}

int main(void) {
    char command[12];
    int first, second, amount;
    while (scanf("%11s", command) == 1) {
        long before = total();
        if (strcmp(command, "deposit") == 0) {
            if (scanf("%d %d", &first, &amount) != 2) {
                return 1;
            }
            if (deposit(first, amount)) {
                assert(total() == before + amount);
            }
        } else if (strcmp(command, "withdraw") == 0) {
            if (scanf("%d %d", &first, &amount) != 2) {
                return 1;
            }
            if (withdraw(first, amount)) {
                assert(total() == before - amount);
                assert(accounts[first].balance >= 0);
            }
        } else if (strcmp(command, "transfer") == 0) {
            if (scanf("%d %d %d", &first, &second, &amount) != 3) {
                return 1;
            }
            transfer(first, second, amount);
            assert(total() == before);
        } else if (strcmp(command, "quit") == 0) {
            break;
        } else {
            fprintf(stderr, "%s: no such command\n", command);
        }
    }
    statement();
    return 0;
}
