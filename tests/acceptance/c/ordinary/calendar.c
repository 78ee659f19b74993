// Dates: reads a day, a month, a year and a number of days, and says which date is so many days later.
#include <assert.h>
#include <stdbool.h>
#include <stdio.h>

#define FIRST_YEAR 1900
#define LAST_YEAR 2199

struct date {
    int year;
    int month;
    int day;
};

static const int lengths[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
static const char *const names[7] = {"Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"};

static bool is_leap(int year) {
    return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

static int days_in_year(int year) {
    return is_leap(year) ? 366 : 365;
}

static int days_in_month(int year, int month) {
    return lengths[month - 1] + (month == 2 && is_leap(year) ? 1 : 0);
}

static bool is_date(struct date date) {
    if (date.year < FIRST_YEAR || date.year > LAST_YEAR) {
        return false;
    }
    if (date.month < 1 || date.month > 12) { //=>     if (date.month < 0 || date.month > 12) {
        return false;
    }
    return date.day >= 1 && date.day <= days_in_month(date.year, date.month);
}

// Days since the first of January of the first year, a Monday.
static int number_of(struct date date) {
    int number = date.day - 1;
    for (int year = FIRST_YEAR; year < date.year; year++) {
        number += days_in_year(year);
    }
    for (int month = 1; month < date.month; month++) {
        number += days_in_month(date.year, month);
    }
    return number;
}

static struct date date_of(int number) {
    struct date date = {FIRST_YEAR, 1, 1};
    while (number >= days_in_year(date.year)) {
        number -= days_in_year(date.year);
        date.year++;
    }
    while (number >= days_in_month(date.year, date.month)) { //=>     while (number > days_in_month(date.year, date.month)) {
        number -= days_in_month(date.year, date.month);
        date.month++;
    }
    date.day = number + 1;
    return date;
}

int main(void) {
    struct date date;
    int later;
    if (scanf("%d %d %d %d", &date.day, &date.month, &date.year, &later) != 4) {
        return 2;
    }
    if (!is_date(date) || later < 0 || later > 1000) {
        fprintf(stderr, "no date\n");
        return 1;
    }
    int number = number_of(date);
    assert(number >= 0);
    struct date result = date_of(number + later);
    assert(result.day >= 1 && result.day <= days_in_month(result.year, result.month));
    assert(result.year >= date.year);
    printf("%s, %d.%d.%d\n", names[(number + later) % 7], result.day, result.month, result.year);
    return 0;
}
