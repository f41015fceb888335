/** Milliseconds of the machine's monotonic clock: comparable between processes, unlike performance.now(). */
export const clock = (): number => Number(process.hrtime.bigint()) / 1e6
