import type { TerminalSession } from '../../frontends/tui/terminal/session.ts'
import { loadWords, type UiLanguage } from '../../frontends/tui/text/words.ts'
import type { PersonTerminal } from '../../protocol/tools/person-terminal.ts'

/** The terminal a session is shown on, for programs that want one: one after another. */
export const createPersonTerminal = (
  terminal: Pick<TerminalSession, 'lend'>,
  language: () => UiLanguage,
): PersonTerminal => {
  let free: Promise<unknown> = Promise.resolve()
  return {
    async lend({ program, signal }, work) {
      const before = free
      const done = Promise.withResolvers<void>()
      free = done.promise
      try {
        await before
        signal.throwIfAborted()
        const { chat } = await loadWords(language())
        return await terminal.lend(chat.terminalLent(program), work)
      } finally {
        done.resolve()
      }
    },
  }
}
