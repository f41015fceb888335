const LASTING_MS = 1_000

/** The nursery does not grow, garbage goes before the heap has grown by a fifth, and small steps are taken for enough. */
const SMALL = ['--heap-growing-percent=20', '--optimize-for-size']

/** A program that lasts is to stay small from then on. At the start that would cost more than it is worth. */
export const limitHeapGrowth = (): void => {
  const timer = setTimeout(() => {
    // What is compiled counts for one set of flags: whoever keeps it for the next start does so now.
    ;(process as NodeJS.EventEmitter).emit('capstan:keep')
    // Another runtime may know neither the module nor the flags, and then manages its heap by itself.
    const v8 = process.getBuiltinModule?.('node:v8')
    for (const flag of SMALL) v8?.setFlagsFromString?.(flag)
  }, LASTING_MS)
  timer.unref()
}
