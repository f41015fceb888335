/**
 * Does the work for each, at most so many at once, and gives what came of it in the order of the items. After a failure
 * nothing more is begun; what runs comes to its end, then the first failure is thrown.
 */
export const inParallel = async <T, R>(
  items: readonly T[],
  most: number,
  work: (item: T, index: number) => Promise<R>,
): Promise<readonly R[]> => {
  const results: R[] = new Array(items.length)
  const failures: unknown[] = []
  let next = 0
  const worker = async (): Promise<void> => {
    while (next < items.length && failures.length === 0) {
      const index = next
      next += 1
      try {
        results[index] = await work(items[index] as T, index)
      } catch (error) {
        failures.push(error)
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, worker))
  if (failures.length > 0) throw failures[0]
  return results
}
