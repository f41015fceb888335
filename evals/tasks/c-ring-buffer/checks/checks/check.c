#include "../ring.h"
#include <stdio.h>

#define EXPECT(what) if (!(what)) { printf("not so: %s (line %d)\n", #what, __LINE__); return 1; }

int main(void) {
  struct ring ring;
  unsigned char got = 0;
  ring_init(&ring);
  EXPECT(!ring_get(&ring, &got));
  for (int round = 0; round < 5; round++) {
    for (int value = 0; value < RING_SIZE; value++) EXPECT(ring_put(&ring, (unsigned char)(value + round)));
    EXPECT(!ring_put(&ring, 9));
    for (int value = 0; value < RING_SIZE - 1; value++) {
      EXPECT(ring_get(&ring, &got));
      EXPECT(got == value + round);
    }
    EXPECT(ring_put(&ring, 200));
    EXPECT(ring_get(&ring, &got));
    EXPECT(got == RING_SIZE - 1 + round);
    EXPECT(ring_get(&ring, &got));
    EXPECT(got == 200);
    EXPECT(!ring_get(&ring, &got));
  }
  return 0;
}
