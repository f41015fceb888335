#include "parse.h"

int parse_int(const char *text, int *value) {
  int result = 0;
  int sign = 1;
  if (*text == '-') {
    sign = -1;
    text++;
  }
  while (*text >= '0' && *text <= '9') {
    result = result * 10 + (*text - '0');
    text++;
  }
  *value = sign * result;
  return 0;
}
