const LASTING_MS = 1_000

/**
 * A program that lasts is to stay small: from then on garbage goes before the heap has grown by a fifth. At the start
 * that would cost more than it is worth.
 */
export const staySmall = (): void => {
  const timer = setTimeout(() => {
    // Another runtime may know neither the module nor the flag, and then manages its heap by itself.
    process.getBuiltinModule?.('node:v8')?.setFlagsFromString?.('--heap-growing-percent=20')
  }, LASTING_MS)
  timer.unref()
}
