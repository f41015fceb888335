#include "../parse.h"
#include <stdio.h>

static int wrong = 0;

static void expect(const char *text, int code, int value) {
  int got = 77;
  int answer = parse_int(text, &got);
  if (answer != code || got != (code == 0 ? value : 77)) {
    printf("\"%s\": %d, %d\n", text, answer, got);
    wrong = 1;
  }
}

int main(void) {
  expect("0", 0, 0);
  expect("-17", 0, -17);
  expect("+5", 0, 5);
  expect("2147483647", 0, 2147483647);
  expect("-2147483648", 0, -2147483647 - 1);
  expect("2147483648", -1, 0);
  expect("99999999999999999999999", -1, 0);
  expect("12x", -1, 0);
  expect("", -1, 0);
  expect("-", -1, 0);
  return wrong;
}
