import type { Processes } from '../../protocol/tool.ts'

/** Remembers that a command ran which may have changed files. */
export interface CommandNote {
  /** Whether one did since the last time this was asked. */
  take(): boolean
  /** The same processes, noted. */
  watch<P extends Pick<Processes, 'shell' | 'background'>>(processes: P): P
}

export const createCommandNote = (): CommandNote => {
  let ran = false
  return {
    take() {
      const was = ran
      ran = false
      return was
    },
    watch: processes => ({
      ...processes,
      shell(run) {
        ran ||= run.hardened !== true
        return processes.shell(run)
      },
      background(run) {
        ran ||= run.hardened !== true
        return processes.background(run)
      },
    }),
  }
}
