import { plainly } from '../frontends/plain/paint.ts'
import { yesNoHint } from '../frontends/plain/yes-no-hint.ts'
import { signalCode } from '../lib/process/signal-code.ts'
import type { Engine } from '../protocol/engine.ts'
import { type Host, HostError, type OpenRequest } from '../protocol/host.ts'
import { answerText } from '../protocol/messages/cli/answers.ts'
import { commandText } from '../protocol/messages/cli/commands.ts'
import type { LocalizedText } from '../protocol/messages/localized-text.ts'
import type { RunOptions } from './args/run-options.ts'
import { createHost } from './create-host.ts'
import { conduct, type Stage } from './demo/conduct.ts'
import { LineReader } from './demo/line-reader.ts'
import { ExitError } from './exit-error.ts'
import { localizeFor } from './in-ui-language.ts'
import { openRequestOf } from './open-request.ts'
import type { Process } from './process.ts'
import { listenForSignals, terminalIo } from './terminal.ts'

const LEAVING = ['/exit', '/quit']

/** A conversation line by line, for a terminal that cannot place its cursor (TERM=dumb). */
export const runPlainly = async (options: RunOptions, from: Process): Promise<number> => {
  if (options.resume === true) throw new ExitError(2, commandText('no_session_list'))
  const signal = listenForSignals()
  const localize = await localizeFor({ ...from.env }, options.settings)
  const { write } = terminalIo(signal, 'painted')
  await using host = createHost(from)
  using reader = new LineReader(process.stdin)
  const request: OpenRequest = {
    ...openRequestOf(options, from),
    interactive: true,
    presentations: true,
    warn: text => void write(`${localize(text)}\n`),
  }
  const opened = await openAsking(host, request, async problem => {
    const question = localize(answerText('continue_anyway', { problem: `${localize(problem)}\n` }))
    const ask = (): void => void write(`${question} ${localize(yesNoHint('no'))} `)
    await reader.dropTyped()
    ask()
    return (await reader.askYesNo(ask, signal, 'no')) === 'yes'
  })
  if (!opened) return leftBy(signal)
  await using engine = opened
  await write(`Capstan ${from.version} · ${process.cwd()}\n${localize(answerText('greeting'))}\n`)
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
        localize,
        signal,
        write,
        beforeAsking: () => reader.dropTyped(),
        ask: (again, enter) => reader.askYesNo(again, signal, enter),
        pause: async () => {},
      }
      if ((await conduct(stage, line)) === 'left') return leftBy(signal)
    }
    line = undefined
  }
}

/** Undefined: settings files are damaged, and the person does not want to go on without what may be missing. */
const openAsking = async (
  host: Host,
  request: OpenRequest,
  agrees: (problem: LocalizedText) => Promise<boolean>,
): Promise<Engine | undefined> => {
  try {
    return await host.open(request)
  } catch (error) {
    if (!(error instanceof HostError && error.kind === 'damaged_settings')) throw error
    if (!(await agrees(error.localized))) return undefined
    return await host.open({ ...request, overrides: { ...request.overrides, acceptDamagedSettings: true } })
  }
}

const leftBy = ({ aborted, reason }: AbortSignal): number => (aborted ? signalCode(reason) : 0)
