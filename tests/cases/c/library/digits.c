// rmt: check => safe
// Numbers in texts, in any base, with signs, too large ones and where they end.
#include <assert.h>
#include <limits.h>
#include <stdlib.h>

static void is(const char *text, int base, long long value, long at) {
    char *end;
    assert(strtoll(text, &end, base) == value);
    assert(end == text + at);
}

int main(void) {
    is("", 10, 0, 0);
    is(" \t-", 10, 0, 0);
    is("  +42x", 10, 42, 5);
    is("-0b", 10, 0, 2);
    is("9223372036854775807", 10, LLONG_MAX, 19);
    is("9223372036854775808", 10, LLONG_MAX, 19);  //=>     is("9223372036854775808", 10, LLONG_MIN, 19);
    is("-9223372036854775808", 10, LLONG_MIN, 20);
    is("-9223372036854775809z", 10, LLONG_MIN, 20);
    is("18446744073709551616", 10, LLONG_MAX, 20);
    is("184467440737095516160", 10, LLONG_MAX, 21);
    is("0x1fg", 0, 31, 4);
    is("0xg", 16, 0, 1);  //=>     is("0xg", 16, 0, 2);
    is("fFfG", 16, 4095, 3);
    is("0778", 0, 63, 3);
    is("08", 0, 0, 1);
    is("102", 2, 2, 2);  //=>     is("102", 2, 102, 3);
    is("zZ-", 36, 35 * 36 + 35, 2);
    is("19a", 9, 1, 1);
    char *end;
    assert(strtoull("18446744073709551615", &end, 10) == ULLONG_MAX && *end == '\0');
    assert(strtoull("18446744073709551616", &end, 10) == ULLONG_MAX && *end == '\0');
    assert(strtoull("-1", NULL, 10) == ULLONG_MAX);
    assert(strtoull("ffffffffffffffff", NULL, 16) == ULLONG_MAX);
    assert(strtoull("10000000000000000", NULL, 16) == ULLONG_MAX);
    assert(strtol("77", NULL, 8) == 63);
    assert(atoll("9223372036854775808") == LLONG_MAX && atol("-12 3") == -12);
    return 0;
}
