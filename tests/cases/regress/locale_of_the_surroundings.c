// rmt: check => unsafe (not natively)
// An empty name of a locale is that of the surroundings, which may write numbers otherwise.
#include <assert.h>
#include <locale.h>

int main(void) {
    setlocale(LC_ALL, "");
    assert(localeconv()->decimal_point[0] == '.'); //~ assertion
    return 0;
}
