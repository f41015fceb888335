/** Work that nobody waits for, done in its order when the program next has nothing better to do. */
export interface IdleWork {
  later(task: () => void): void
  /** Does at once what is still to be done. */
  flush(): void
}

/** @param onError what a task throws; the tasks behind it are still done. */
export const createIdleWork = (onError: (error: unknown) => void): IdleWork => {
  let tasks: (() => void)[] = []
  const flush = (): void => {
    const due = tasks
    tasks = []
    for (const task of due)
      try {
        task()
      } catch (error) {
        onError(error)
      }
  }
  return {
    later(task) {
      tasks.push(task)
      if (tasks.length === 1) setImmediate(flush)
    },
    flush,
  }
}
