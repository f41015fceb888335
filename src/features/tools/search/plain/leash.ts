/** Runs code that might not come to an end by itself. */
export interface Leash {
  /** False when the work was ended in the middle of it. */
  run(work: () => void): boolean
}

/** The engine's own watchdog is the only thing that ends an expression that backtracks for ever. */
export const createLeash = async (timeoutMs: number): Promise<Leash> => {
  const { createContext, Script } = await import('node:vm')
  const script = new Script('work()')
  const globals: { work: () => void } = { work: () => undefined }
  const context = createContext(globals)
  return {
    run: work => {
      globals.work = work
      try {
        script.runInContext(context, { timeout: timeoutMs })
        return true
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return false
        throw error
      }
    },
  }
}
