// rmt: check => safe
// That locale is the one of all programs at their start.
#include <assert.h>
#include <locale.h>

int main(void) {
    if (setlocale(LC_ALL, "C"))
        assert(localeconv()->decimal_point[0] == '.'); //=> assert(localeconv()->decimal_point[0] == ',');
    return 0;
}
