import { turnText } from '../../protocol/messages/engine/turn.ts'
import { OpError } from '../../protocol/op.ts'
import type { Part } from '../scope.ts'
import type { PersonShellOptions } from './options.ts'

/** What a person types behind `!`. Only who does loads what runs it. */
export const createPersonShell = (at: PersonShellOptions): Part => {
  /** Of a command whose program has ended: what it changed is looked at, and it is written down. */
  let settling: Promise<unknown> | undefined
  let interrupts = 0
  return {
    ops: {
      async shell(op) {
        if (settling !== undefined) {
          const before = interrupts
          // Its prompt is back already: whoever types the next one has no reason to wait.
          await settling
          if (interrupts !== before) throw new OpError(turnText('busy_shell'))
        }
        const running = at.alone(async signal => {
          const { runPersonShell } = await import('./run-person-shell.ts')
          await runPersonShell(at, op, {
            signal,
            onEnd() {
              settling = running.catch(() => undefined)
            },
          })
        }, 'busy_shell')
        await running.finally(() => {
          settling = undefined
        })
      },
    },
    interrupted() {
      interrupts += 1
    },
  }
}
