/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shortest decimal digits in exact 128-bit integer arithmetic. Between 1e-15 and 1e15 a double is m 2^e with m < 2^53.
 * Its digits are those of m 5^k 2^(e+k) with k <= 32, and m 5^k is below 2^128. Other numbers use trial printing. */
#include "support/number.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

__extension__ typedef unsigned __int128 wide;

enum {
    DIGITS = 17,
    LEAST_DIGITS = 15,
    MOST_POWER = 32,
    MANTISSA_BITS = 52
};

static const uint64_t seventeen_digits = 10000000000000000u; /* the least number of 17 digits */

static wide power_of_five(int k)
{
    /* clang-format off */
    static const uint64_t power[] = {
        1u, 5u, 25u, 125u, 625u, 3125u, 15625u, 78125u, 390625u, 1953125u, 9765625u, 48828125u, 244140625u,
        1220703125u, 6103515625u, 30517578125u, 152587890625u, 762939453125u, 3814697265625u, 19073486328125u,
        95367431640625u, 476837158203125u, 2384185791015625u, 11920928955078125u, 59604644775390625u,
        298023223876953125u, 1490116119384765625u, 7450580596923828125u};
    /* clang-format on */
    const int most = sizeof power / sizeof *power - 1;
    return k <= most ? power[k] : (wide)power[most] * power[k - most];
}

/* number 10^k = value 2^-shift; its integer part has 17 digits. */
typedef struct scaled {
    wide value, five; /* five: difference of the next double's value */
    uint64_t whole;   /* the integer part */
    int shift, k;
    bool is_even;
} scaled;

/* False if the number is outside the exact range. number > 0 */
static bool scale(scaled *out, double number)
{
    uint64_t bits, hidden = (uint64_t)1 << MANTISSA_BITS;
    memcpy(&bits, &number, sizeof bits);
    const uint64_t mantissa = hidden | (bits & (hidden - 1));
    const int exponent = (int)(bits >> MANTISSA_BITS) - 1022; /* number = mantissa 2^(exponent - 53) */
    if (mantissa == hidden)                                   /* the previous double is nearer than the next */
        return false;
    int k = DIGITS - 1 - (((exponent - 1) * 78913) >> 18);
    for (int attempt = 0; attempt < 2; attempt++, k--) {
        int shift = 53 - exponent - k;
        if (k < 0 || k > MOST_POWER || shift < 1 || shift > 127)
            return false;
        *out = (scaled){.five = power_of_five(k), .shift = shift, .k = k, .is_even = mantissa % 2 == 0};
        out->value = mantissa * out->five;
        if (out->value >> shift >= 10 * (wide)seventeen_digits)
            continue;
        out->whole = (uint64_t)(out->value >> shift);
        return out->whole >= seventeen_digits;
    }
    return false;
}

/* Rounds to a multiple of `tens`; false for a tie. Inlined, so that no division remains. */
static inline bool round_to(uint64_t *out, const scaled *of, uint64_t tens)
{
    uint64_t down = of->whole / tens * tens;
    wide rest = of->value - ((wide)down << of->shift), half = (wide)tens << (of->shift - 1);
    *out = rest > half ? down + tens : down;
    return rest != half;
}

static bool reads_back(const scaled *of, uint64_t digits)
{
    wide read = (wide)digits << of->shift, off = read > of->value ? read - of->value : of->value - read;
    return 2 * off < of->five || (2 * off == of->five && of->is_even);
}

/* The digits of a number below 100. */
static inline void write_pair(char *out, uint64_t number)
{
    static const char pairs[] =
        "0001020304050607080910111213141516171819202122232425262728293031323334353637383940414243444546474849"
        "5051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899";
    memcpy(out, pairs + 2 * number, 2);
}

/* e+15; |exponent| < 100 */
static char *write_exponent(char *out, int exponent)
{
    *out++ = 'e';
    *out++ = exponent < 0 ? '-' : '+';
    write_pair(out, (uint64_t)abs(exponent));
    return out + 2;
}

/* Formats n digits like "%g": d1 d2 ... stand for d1.d2... 10^exponent. Copies have constant lengths: `digit` has
 * 2 DIGITS bytes, `out` has 2 DIGITS, and the terminator hides what is copied after the n-th digit. */
static int format_digits(char *out, const char *digit, int n, int exponent)
{
    const bool has_exponent = exponent < -4 || exponent >= LEAST_DIGITS;
    const int before = has_exponent ? 1 : exponent + 1; /* digits before the point */
    char *end;
    if (before <= 0) {
        memcpy(out, "0.00000", 7);
        memcpy(out + 2 - before, digit, DIGITS);
        end = out + 2 - before + n;
    } else {
        memcpy(out, digit, LEAST_DIGITS);
        out[before] = '.';
        memcpy(out + before + 1, digit + before, DIGITS - 1);
        end = out + (n > before ? n + 1 : before);
    }
    if (has_exponent)
        end = write_exponent(end, exponent);
    *end = '\0';
    return (int)(end - out);
}

static int write_digits(char *out, uint64_t digits, int k)
{
    char digit[2 * DIGITS] = {0};
    int n = DIGITS, exponent = DIGITS - 1 - k;
    if (digits == 10 * seventeen_digits) { /* rounded up to the next power of ten */
        digits = seventeen_digits;
        exponent++;
    }
    uint32_t low = (uint32_t)(digits % 100000000), high = (uint32_t)(digits / 100000000 % 100000000);
    for (int i = DIGITS - 2; i > DIGITS / 2; i -= 2, low /= 100)
        write_pair(digit + i, low % 100);
    for (int i = DIGITS / 2 - 1; i > 0; i -= 2, high /= 100)
        write_pair(digit + i, high % 100);
    digit[0] = (char)('0' + digits / seventeen_digits);
    while (n > 1 && digit[n - 1] == '0')
        n--;
    return format_digits(out, digit, n, exponent);
}

static bool write_exact(char *out, int *length, double number)
{
    scaled of;
    uint64_t digits;
    if (!scale(&of, number) || !round_to(&digits, &of, 100))
        return false;
    if (!reads_back(&of, digits)) {
        if (!round_to(&digits, &of, 10))
            return false;
        if (!reads_back(&of, digits) && !round_to(&digits, &of, 1))
            return false;
    }
    *length = write_digits(out, digits, of.k);
    return true;
}

static int write_whole(char *out, uint64_t number)
{
    char digit[20], *at = digit + sizeof digit;
    for (; number >= 100; number /= 100)
        write_pair(at -= 2, number % 100);
    if (number >= 10)
        write_pair(at -= 2, number);
    else
        *--at = (char)('0' + number);
    const int n = (int)(digit + sizeof digit - at);
    memcpy(out, at, (size_t)n);
    out[n] = '\0';
    return n;
}

static int write_by_trial(char *out, double number)
{
    int length = 0;
    for (int digits = LEAST_DIGITS; digits <= DIGITS; digits++) {
        length = snprintf(out, FC_NUMBER_LENGTH, "%.*g", digits, number);
        if (strtod(out, NULL) == number)
            break;
    }
    return length;
}

int fc_number_write(char *out, double number)
{
    int length, sign = number < 0 || (number == 0 && signbit(number));
    double size = fabs(number);
    if (!isfinite(number))
        return snprintf(out, FC_NUMBER_LENGTH, "null");
    out[0] = '-';
    if (size < 1e15 && size == (double)(uint64_t)size)
        return sign + write_whole(out + sign, (uint64_t)size);
    if (size < 1e15 && write_exact(out + sign, &length, size))
        return sign + length;
    return write_by_trial(out, number);
}

void fc_number_add(fc_text *out, double number)
{
    char text[FC_NUMBER_LENGTH];
    fc_text_append(out, text, (size_t)fc_number_write(text, number));
}
