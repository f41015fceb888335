#define RING_SIZE 4

struct ring {
  unsigned char data[RING_SIZE];
  unsigned head, count;
};

void ring_init(struct ring *ring);
int ring_put(struct ring *ring, unsigned char value);
int ring_get(struct ring *ring, unsigned char *value);
