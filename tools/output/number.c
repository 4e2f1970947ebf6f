/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shortest decimal digits in exact 128-bit integer arithmetic. Between 1e-15 and 1e15 a double is m 2^e with m < 2^53.
 * Its digits are those of m 5^k 2^(e+k) with k <= 32, and m 5^k is below 2^128. Other numbers use trial printing. */
#include "tools/output/number.h"

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
    MOST_POWER = 32
};

static const uint64_t seventeen_digits = 10000000000000000u; /* the least number of 17 digits */

static wide power_of_five(int k)
{
    wide power = 1, square = 5;
    for (; k > 0; k >>= 1, square *= square)
        if (k & 1)
            power *= square;
    return power;
}

/* number 10^k = value 2^-shift; its integer part has 17 digits. */
typedef struct scaled {
    wide value, five; /* five: difference of the next double's value */
    int shift, k;
    bool is_even;
} scaled;

/* False if the number is outside the exact range. */
static bool scale(scaled *out, double number)
{
    int exponent;
    double fraction = frexp(number, &exponent);
    uint64_t mantissa = (uint64_t)ldexp(fraction, 53);
    if (mantissa == (uint64_t)1 << 52) /* the previous double is nearer than the next */
        return false;
    int k = DIGITS - 1 - (int)floor((exponent - 1) * 0.30102999566398120);
    for (int attempt = 0; attempt < 2; attempt++, k--) {
        int shift = 53 - exponent - k;
        if (k < 0 || k > MOST_POWER || shift < 1 || shift > 127)
            return false;
        *out = (scaled){.five = power_of_five(k), .shift = shift, .k = k, .is_even = mantissa % 2 == 0};
        out->value = mantissa * out->five;
        if (out->value >> shift < 10 * (wide)seventeen_digits)
            return out->value >> shift >= seventeen_digits;
    }
    return false;
}

/* Rounds to a multiple of `tens`; false for a tie. */
static bool round_to(uint64_t *out, const scaled *of, uint64_t tens)
{
    uint64_t whole = (uint64_t)(of->value >> of->shift), down = whole / tens * tens;
    wide rest = of->value - ((wide)down << of->shift), half = (wide)tens << (of->shift - 1);
    *out = rest > half ? down + tens : down;
    return rest != half;
}

static bool reads_back(const scaled *of, uint64_t digits)
{
    wide read = (wide)digits << of->shift, off = read > of->value ? read - of->value : of->value - read;
    return 2 * off < of->five || (2 * off == of->five && of->is_even);
}

/* Formats like "%g": digits d1 d2 ... stand for d1.d2... 10^exponent. */
static int format_digits(char *out, const char *digit, int n, int exponent)
{
    char *at = out;
    if (exponent < -4 || exponent >= LEAST_DIGITS) {
        *at++ = digit[0];
        if (n > 1)
            *at++ = '.';
        memcpy(at, digit + 1, (size_t)n - 1);
        at += n - 1;
        return (int)(at - out) + sprintf(at, "e%c%02d", exponent < 0 ? '-' : '+', abs(exponent));
    }
    if (exponent < 0) {
        memcpy(at, "0.00000", (size_t)(1 - exponent));
        at += 1 - exponent;
    }
    for (int i = 0; i < n || i <= exponent; i++) {
        *at++ = i < n ? digit[i] : '0';
        if (i == exponent && i + 1 < n)
            *at++ = '.';
    }
    *at = '\0';
    return (int)(at - out);
}

static int write_digits(char *out, uint64_t digits, int k)
{
    char digit[DIGITS + 1];
    int n = DIGITS, exponent = DIGITS - 1 - k;
    if (digits == 10 * seventeen_digits) { /* rounded up to the next power of ten */
        digits = seventeen_digits;
        exponent++;
    }
    for (int i = DIGITS; i-- > 0; digits /= 10)
        digit[i] = (char)('0' + digits % 10);
    while (n > 1 && digit[n - 1] == '0')
        n--;
    return format_digits(out, digit, n, exponent);
}

static bool write_exact(char *out, int *length, double number)
{
    scaled of;
    uint64_t digits, tens = 100;
    if (!scale(&of, number))
        return false;
    for (int n = LEAST_DIGITS; n <= DIGITS; n++, tens /= 10) {
        if (!round_to(&digits, &of, tens))
            return false;
        if (n == DIGITS || reads_back(&of, digits))
            break;
    }
    *length = write_digits(out, digits, of.k);
    return true;
}

static int write_whole(char *out, uint64_t number)
{
    char digit[20];
    int n = 0;
    do
        digit[n++] = (char)('0' + number % 10);
    while (number /= 10);
    for (int i = 0; i < n; i++)
        out[i] = digit[n - 1 - i];
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
    if (size < 1e15 && size == floor(size))
        return sign + write_whole(out + sign, (uint64_t)size);
    if (size < 1e15 && write_exact(out + sign, &length, size))
        return sign + length;
    return write_by_trial(out, number);
}
