import { escapeLine } from '../../lib/escape-text.ts'
import { loadPty } from '../../lib/pty/open-pty.ts'
import { lines } from '../../protocol/messages/layout.ts'
import { modelTexts } from '../../protocol/messages/model-texts.ts'
import { type ShellEnd, type ShellRun, ToolError } from '../../protocol/tool.ts'
import type { PersonTerminal } from '../../protocol/tools/person-terminal.ts'
import { Foreground } from './foreground.ts'
import type { ShellHost } from './shell-host.ts'
import { terminalSpawn } from './terminal-child.ts'

const says = modelTexts('in_terminal', {
  typed: {
    en: 'It ran in a terminal the person typed into. This is the end of its screen; [typed] stands for what they typed.',
    zh: '命令在用户可输入的终端中运行。以上是其屏幕的末尾；[typed] 代表用户输入的内容。',
  },
  noPty: {
    en: 'There is no terminal for this command here: the optional package @lydell/node-pty is not installed.',
    zh: '此处没有可供该命令使用的终端：未安装可选包 @lydell/node-pty。',
  },
})

/** A person ends it; a timer needs some number. */
const NO_LIMIT_MS = 7 * 24 * 3_600_000

const withNote = (end: ShellEnd): ShellEnd => ({
  ...end,
  notice: end.notice === undefined ? says('typed') : lines([says('typed'), end.notice]),
})

/** Runs a command at the person's terminal, which it has until it ends or they want it back. */
export const runInTerminal = async (
  host: ShellHost,
  run: ShellRun,
  terminal: PersonTerminal,
): Promise<ShellEnd> => {
  const open = await loadPty()
  if (!open) throw new ToolError(says('noPty'))
  const program = escapeLine(run.description ?? run.command, 40)
  try {
    return await terminal.lend({ program, signal: run.signal }, async seat => {
      const hangUp = new AbortController()
      seat.onHangUp(() => hangUp.abort())
      const { foregroundMs: _, whole: __, onOutput: ___, ...rest } = run
      const foreground = new Foreground(host, {
        ...rest,
        spawn: await terminalSpawn(open, seat),
        signal: AbortSignal.any([run.signal, hangUp.signal]),
        timeoutMs: NO_LIMIT_MS,
      })
      const end = await foreground.finish()
      return run.toolUseId === undefined ? end : withNote(end)
    })
  } catch (error) {
    if (!run.signal.aborted || error !== run.signal.reason) throw error
    return { code: null, signal: null, output: '', outputBytes: 0, ended: 'abort' }
  }
}
