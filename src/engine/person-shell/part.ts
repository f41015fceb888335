import type { Part } from '../scope.ts'
import type { PersonShellOptions } from './options.ts'

/** What a person types behind `!`. Only who does loads what runs it. */
export const createPersonShell = (at: PersonShellOptions): Part => ({
  ops: {
    shell: op =>
      at.alone(async signal => {
        const { runPersonShell } = await import('./run-person-shell.ts')
        await runPersonShell(at, op, signal)
      }, 'busy_shell'),
  },
})
