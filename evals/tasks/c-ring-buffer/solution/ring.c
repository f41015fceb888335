#include "ring.h"

void ring_init(struct ring *ring) { ring->head = ring->count = 0; }

int ring_put(struct ring *ring, unsigned char value) {
  if (ring->count == RING_SIZE)
    return 0;
  ring->data[(ring->head + ring->count++) % RING_SIZE] = value;
  return 1;
}

int ring_get(struct ring *ring, unsigned char *value) {
  if (ring->count == 0)
    return 0;
  *value = ring->data[ring->head];
  ring->head = (ring->head + 1) % RING_SIZE;
  ring->count--;
  return 1;
}
