/** The most processor time, in ms, that this thread gave to one turn of its loop while the work was done. */
export const longestHold = async (work: () => Promise<unknown>): Promise<number> => {
  let longest = 0
  let isOver = false
  let before = used()
  const turn = (): void => {
    const now = used()
    longest = Math.max(longest, now - before)
    before = now
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  try {
    await work()
  } finally {
    isOver = true
  }
  return longest
}

const used = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** The processor time, in ms, of work without a pause. */
export const timeOf = (work: () => unknown): number => {
  const before = used()
  work()
  return used() - before
}
