/** What is still on its way by then, a file being written for instance, is not waited for any longer. */
const LONGEST_MS = 1_000

interface Handle {
  unref?(): void
}

/**
 * Lets the program end with the exit code that was set. Not with process.exit: that joins the threads that compile in the
 * background, and one of them may be waiting for a collection of garbage that only this thread could do. Now and then such
 * a program never ended. A loop with nothing left to wait for ends the engine in order, at no cost in time.
 */
export const endProcess = (): void => {
  const { _getActiveHandles: handles } = process as { _getActiveHandles?(): readonly Handle[] }
  // A pipe that is still open, or a socket kept for the next request, must not keep a finished program alive.
  if (handles) for (const handle of handles.call(process)) handle.unref?.()
  else process.exit()
  setTimeout(() => process.exit(), LONGEST_MS).unref()
}
