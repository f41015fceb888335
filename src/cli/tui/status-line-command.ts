import { runCommand } from '../../features/hooks/runners/command.ts'
import { escapeLine } from '../../lib/escape-text.ts'
import { terminalText } from '../../protocol/messages/cli/terminal.ts'
import { LocalizedError } from '../../protocol/messages/localized-text.ts'

export interface StatusLineRun {
  readonly command: string
  /** Goes to its standard input as JSON. */
  readonly input: unknown
  readonly cwd: string
  /** The whole environment of the child. */
  readonly variables: Readonly<Record<string, string>>
  readonly timeoutMs?: number
}

const TIMEOUT_MS = 5_000
/** Three lines are shown; colours and links take room, too. */
const MOST_CHARS = 16 * 1024

/** What the script prints. Fails with words for the place where its lines would stand. */
export const runStatusLine = async (run: StatusLineRun, signal: AbortSignal): Promise<string> => {
  const { command, input, cwd, variables, timeoutMs = TIMEOUT_MS } = run
  // A line end, because a shell that reads one line takes it for a failure without.
  const stdin = `${JSON.stringify(input)}\n`
  const end = await runCommand({ command, stdin, cwd, variables, timeoutMs, signal })
  switch (end.ended) {
    case 'abort':
      return ''
    case 'timeout':
      throw new LocalizedError(terminalText('status_line_slow', { seconds: timeoutMs / 1000 }))
    case 'failed':
      throw new LocalizedError(terminalText('status_line_not_run', { reason: escapeLine(end.stderr) }))
    case 'exit':
      // Some scripts end with the code of their last test: what they printed counts.
      if (end.code === 0 || end.stdout.trim() !== '') return end.stdout.slice(0, MOST_CHARS)
      throw new LocalizedError(
        terminalText('status_line_failed', {
          code: String(end.code ?? end.killedBy),
          reason: lastLine(end.stderr),
        }),
      )
  }
}

const lastLine = (text: string): string => escapeLine(text.trim().split('\n').at(-1) ?? '')
