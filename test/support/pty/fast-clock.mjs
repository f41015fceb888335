/** Loaded before the program: its clocks run a hundred times as fast, its timers as ever. */
const FACTOR = 100
for (const clock of [Date, performance]) {
  const start = clock.now()
  const real = clock.now.bind(clock)
  clock.now = () => start + (real() - start) * FACTOR
}
