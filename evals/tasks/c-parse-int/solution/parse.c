#include "parse.h"
#include <limits.h>

int parse_int(const char *text, int *value) {
  long long result = 0;
  int sign = 1;
  if (*text == '-' || *text == '+') {
    sign = *text == '-' ? -1 : 1;
    text++;
  }
  if (*text == 0)
    return -1;
  for (; *text; text++) {
    if (*text < '0' || *text > '9')
      return -1;
    result = result * 10 + (*text - '0');
    if (sign * result > INT_MAX || sign * result < INT_MIN)
      return -1;
  }
  *value = (int)(sign * result);
  return 0;
}
