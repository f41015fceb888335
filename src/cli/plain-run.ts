import { plainly } from '../frontends/plain/paint.ts'
import { signalCode } from '../lib/process/signal-code.ts'
import type { RunOptions } from './args/run-options.ts'
import { createHost } from './create-host.ts'
import { conduct } from './demo/conduct.ts'
import { LineReader } from './demo/line-reader.ts'
import { ExitError } from './exit-error.ts'
import { openRequestOf } from './open-request.ts'
import type { Process } from './process.ts'
import { listenForSignals, terminalIo } from './terminal.ts'

const GREETING = `Type a task or a question and press Enter.
/help lists the commands; /exit quits.
At each prompt: y or Enter to approve, n to decline.
`
const LEAVING = ['/exit', '/quit']

/** A conversation line by line, for a terminal that cannot place its cursor (TERM=dumb). */
export const runPlainly = async (options: RunOptions, from: Process): Promise<number> => {
  if (options.resume === true)
    throw new ExitError(2, "This terminal can't show a list of sessions. Name one: --resume <id>")
  const signal = listenForSignals()
  const { write } = terminalIo(signal, 'painted')
  await using host = createHost(from)
  await using engine = await host.open({
    ...openRequestOf(options, from),
    interactive: true,
    warn: text => void write(`${text}\n`),
  })
  using reader = new LineReader(process.stdin)
  await write(`Capstan ${from.version} · ${process.cwd()}\n${GREETING}`)
  let line = options.prompt
  for (;;) {
    if (line === undefined) {
      await write('\n> ')
      line = await reader.readLine(signal)
    }
    if (line === undefined || LEAVING.includes(line.trim())) return leftBy(signal)
    if (line.trim() !== '') {
      const { cwd } = await engine.query('state')
      const stage = {
        engine,
        cwd,
        paint: plainly,
        signal,
        write,
        ask: (again: () => Promise<void> | void) => reader.askYesNo(again, signal),
        pause: async () => {},
      }
      if ((await conduct(stage, line)) === 'left') return leftBy(signal)
    }
    line = undefined
  }
}

const leftBy = ({ aborted, reason }: AbortSignal): number => (aborted ? signalCode(reason) : 0)
