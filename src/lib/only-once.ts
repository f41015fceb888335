/** Does it with the first call; every call resolves when that is done. */
export const onlyOnce = (work: () => Promise<void>): (() => Promise<void>) => {
  let done: Promise<void> | undefined
  return () => {
    done ??= work()
    return done
  }
}
