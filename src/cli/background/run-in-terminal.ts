import type { Process } from '../process.ts'
import { startTui } from '../tui/start.ts'
import type { StartFile } from './start-file.ts'

/** What is about the terminal is that of the one it runs in now. */
const OF_TERMINAL = ['TERM', 'COLORTERM', 'TERM_PROGRAM', 'TERM_PROGRAM_VERSION', 'TMUX', 'TMUX_PANE']

/** The conversation that was asked for elsewhere, in this terminal: with the environment of whoever asked. */
export const runInTerminal = async (
  { options, env }: StartFile & { readonly kind: 'terminal' },
  from: Process,
): Promise<number> => {
  const own = Object.fromEntries(OF_TERMINAL.map(name => [name, from.env[name]]))
  return await startTui({ ...from, options, env: { ...env, ...own } })
}
