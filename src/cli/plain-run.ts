import { plainly } from '../frontends/plain/paint.ts'
import type { RunOptions } from './args/run-options.ts'
import { createHost } from './create-host.ts'
import { conduct, type Stage } from './demo/conduct.ts'
import { LineReader } from './demo/line-reader.ts'
import { ExitError } from './exit-error.ts'
import { openRequestOf } from './open-request.ts'
import type { Process } from './process.ts'
import { listenForSignals, terminalIo } from './terminal.ts'

const GREETING = `Type a task or a question and press Enter.
/help lists the commands; /exit quits.
At each prompt: y to approve, n to decline; the capital letter is what Enter means.
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
      const stage: Stage = {
        engine,
        cwd,
        paint: plainly,
        signal,
        write,
        ask: (again, enter) => reader.askYesNo(again, signal, enter),
        pause: async () => {},
      }
      if ((await conduct(stage, line)) === 'left') return leftBy(signal)
    }
    line = undefined
  }
}

const leftBy = ({ aborted, reason }: AbortSignal): number =>
  aborted ? (reason === 'SIGTERM' ? 143 : 130) : 0
