/* Mix1x32-2, the generator of the kernels (src/tablee/turbo/chance.py), under a battery of TestU01.
 *
 *   battery small|crush|big lane|games|lanes|seeds      runs a battery on one way of using the generator
 *   battery print lane|games|lanes|seeds N              prints N numbers, which a test compares with those of Python
 *
 * lane:  the numbers of one lane, one after the other
 * games: what a run of many games consumes: 100 numbers of a lane, then 100 of the next
 * lanes: the first number of each lane
 * seeds: the first number of lane 0 with each seed
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef NUMBERS_ONLY /* to print numbers, TestU01 is not needed */
#include <testu01/bbattery.h>
#include <testu01/unif01.h>
#endif

static uint32_t key, salt, rolls;
static uint64_t lane, number;

static uint32_t mix(uint32_t x) {
    x ^= x >> 16;
    x *= 0x21F0AAAD;
    x ^= x >> 15;
    x *= 0x735A2D97;
    return x ^ (x >> 15);
}

static void seed(uint64_t of, uint64_t at) {
    uint32_t low = (uint32_t)of, high = (uint32_t)(of >> 32) & 0x7FFFFFFF;
    key = mix(mix(low ^ mix((uint32_t)at)) ^ mix(high ^ 0x3C6EF372));
    salt = mix(mix(low + 0x1E3779B9) ^ mix((uint32_t)(at + 0x5851F42D)) ^ mix((uint32_t)(at >> 32)));
    rolls = 0;
}

static uint32_t next(void) {
    rolls += 1;
    return mix(mix(rolls ^ key) + salt);
}

static uint32_t of_a_lane(void) { return next(); }

static uint32_t of_games(void) {
    if (rolls == 100) seed(number, ++lane);
    return next();
}

static uint32_t of_lanes(void) {
    seed(number, lane++);
    return next();
}

static uint32_t of_seeds(void) {
    seed(number++, 0);
    return next();
}

int main(int count, char **words) {
    if (count < 3) return 2;
    uint32_t (*source)(void) = !strcmp(words[2], "lane")    ? of_a_lane
                               : !strcmp(words[2], "games") ? of_games
                               : !strcmp(words[2], "lanes") ? of_lanes
                               : !strcmp(words[2], "seeds") ? of_seeds
                                                            : NULL;
    if (source == NULL) return 2;
    seed(number, lane);
    if (!strcmp(words[1], "print")) {
        for (long n = count > 3 ? atol(words[3]) : 10; n > 0; n--) printf("%u\n", source());
        return 0;
    }
#ifndef NUMBERS_ONLY
    char name[32];
    snprintf(name, sizeof name, "Mix1x32-2 %s", words[2]);
    unif01_Gen *generator = unif01_CreateExternGenBits(name, source);
    if (!strcmp(words[1], "small")) bbattery_SmallCrush(generator);
    else if (!strcmp(words[1], "crush")) bbattery_Crush(generator);
    else if (!strcmp(words[1], "big")) bbattery_BigCrush(generator);
    else return 2;
    unif01_DeleteExternGenBits(generator);
    return 0;
#else
    return 2;
#endif
}
