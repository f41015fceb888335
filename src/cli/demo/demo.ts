import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { sleepFor } from '../../features/models/sleep.ts'
import { inColour, type Paint, plainly, speaking } from '../../frontends/plain/paint.ts'
import { findProgram } from '../../lib/find-program.ts'
import { signalCode } from '../../lib/process/signal-code.ts'
import { commandText } from '../../protocol/messages/cli/commands.ts'
import { demoText } from '../../protocol/messages/cli/demo.ts'
import type { Localize } from '../../protocol/messages/localized-text.ts'
import { createHost } from '../create-host.ts'
import { ExitError } from '../exit-error.ts'
import { localizeFor, uiLanguage } from '../in-ui-language.ts'
import type { Process } from '../process.ts'
import { programCommand } from '../program-command.ts'
import { writeProblem } from '../say.ts'
import { listenForSignals, terminalIo } from '../terminal.ts'
import { showUsage } from '../usage.ts'
import { conduct } from './conduct.ts'
import { DEMO_HELP, type DemoOptions, readDemoArgs } from './demo-args.ts'
import { demoEnvironment } from './demo-environment.ts'
import { createDemoProject, DEMO_TESTS, type DemoProject } from './demo-project.ts'
import { demoPrompt, demoScenario } from './demo-scenario.ts'
import { keepLook } from './keep-look.ts'
import { LineReader } from './line-reader.ts'
import { openScripted } from './open-scripted.ts'

const PAUSE_MS = 600
/** Children get it in the place of an input. */
const NULL_DEVICE = '/dev/null'

/** Capstan finds and fixes a bug in a project of its own: scripted model, everything else real. */
export const demo = async (argv: readonly string[], from: Process): Promise<number> => {
  const options = readDemoArgs(argv)
  if (options.help) {
    return await showUsage(DEMO_HELP)
  }
  if (findProgram('bash', `${from.env['PATH'] ?? ''}:/bin`) === undefined)
    throw new ExitError(1, commandText('demo_bash'))
  if (!existsSync(NULL_DEVICE)) throw new ExitError(1, commandText('demo_null'))
  const project = createDemoProject(uiLanguage(from.env))
  const tidy = (): void => {
    if (!options.keep) project.remove()
  }
  // For endings on the spot: a second signal, a terminal that went away.
  process.once('exit', tidy)
  const asks = !options.yes && process.stdin.isTTY && process.stdout.isTTY
  try {
    return asks && from.env['TERM'] !== 'dumb'
      ? await performOnScreen({ options, from, project })
      : await performPlainly({ options, from, project, asks })
  } catch (error) {
    // Nobody reads any more; whether the tests would have been green is not known.
    if (isClosedPipe(error)) return 1
    throw error
  } finally {
    tidy()
  }
}

interface Piece {
  readonly options: DemoOptions
  readonly from: Process
  readonly project: DemoProject
}

/** Where a cursor can be placed: the screen everything else is done on too. */
const performOnScreen = async ({ options, from, project }: Piece): Promise<number> => {
  const { playOnScreen } = await import('./screen-demo.ts')
  const localize = await localizeFor(from.env)
  keepLook(from.env, project.home)
  const code = await playOnScreen({ project, fast: options.fast }, from)
  if (options.keep) process.stdout.write(keptAt(project, localize))
  if (code !== 0) return code
  const green = await testsPass(project.dir, demoEnvironment(from.env, project.home, process.execPath))
  process.stdout.write(closing(green, { from, localize }))
  return green ? 0 : 1
}

const performPlainly = async (piece: Piece & { readonly asks: boolean }): Promise<number> => {
  const signal = listenForSignals()
  process.once('SIGHUP', () => process.exit(129))
  return await perform({
    ...piece,
    signal,
    localize: await localizeFor(piece.from.env),
    env: demoEnvironment(piece.from.env, piece.project.home, process.execPath),
    paint: paintFor(piece.from),
    write: terminalIo(signal, 'painted').write,
  })
}

interface Performance extends Piece {
  readonly signal: AbortSignal
  readonly env: Readonly<Record<string, string>>
  /** A person answers the questions. */
  readonly asks: boolean
  readonly paint: Paint
  readonly localize: Localize
  readonly write: (text: string) => Promise<void> | void
}

const perform = async (performance: Performance): Promise<number> => {
  const { options, project, signal, env, from, localize, write } = performance
  await write(opening(performance))
  const end = await playTurn(performance)
  if (options.keep) await write(keptAt(project, localize))
  if (end === 'left') {
    await write(`\n${localize(demoText('left'))}\n`)
    return signalCode(signal.reason)
  }
  const green = await testsPass(project.dir, env)
  await write(closing(green, { from, localize }))
  return green ? 0 : 1
}

const playTurn = async (performance: Performance): Promise<'done' | 'left'> => {
  const { options, from, project, signal, asks, paint, localize, write } = performance
  const language = uiLanguage(from.env)
  using reader = asks ? new LineReader(process.stdin) : undefined
  await using host = createHost(from)
  await using engine = await openScripted(
    host,
    { project, from },
    {
      scenario: demoScenario(options.fast, language),
      warn: text => writeProblem(localize(text)),
    },
  )
  return await conduct(
    {
      engine,
      cwd: project.dir,
      paint: speaking(paint, localize),
      localize,
      signal,
      write,
      cost: demoText('cost'),
      beforeAsking: async () => await reader?.dropTyped(),
      ask: reader ? (again, enter) => reader.askYesNo(again, signal, enter) : undefined,
      // Waking up early is what the signal is for; the caller looks at it.
      pause: async () => (options.fast ? undefined : await sleepFor(PAUSE_MS, signal).catch(() => undefined)),
    },
    demoPrompt(language),
  )
}

const opening = ({ project, asks, paint, localize }: Performance): string =>
  [
    '',
    localize(
      demoText('opening', { title: paint('bold', localize(demoText('title'))), directory: project.dir }),
    ),
    paint('dim', localize(demoText('about'))),
    ...(asks ? [paint('dim', localize(demoText('how_to_answer')))] : []),
    '',
  ].join('\n')

const keptAt = ({ dir }: DemoProject, localize: Localize): string =>
  `\n${localize(demoText('kept', { directory: dir }))}\n`

const closing = (
  green: boolean,
  { from, localize }: { readonly from: Process; readonly localize: Localize },
): string => {
  const paint = paintFor(from)
  const command = programCommand(from.env)
  const verdict = green
    ? paint('green', localize(demoText('green')))
    : paint('red', localize(demoText('red')))
  return [
    '',
    verdict,
    '',
    localize(demoText('your_turn')),
    `  ${command}`,
    localize(demoText('no_key_yet')),
    `  ${command} --help`,
    '',
  ].join('\n')
}

/** Colour for a terminal whose owner did not say no to it. */
const paintFor = ({ env }: Process): Paint =>
  process.stdout.isTTY && !env['NO_COLOR'] && env['TERM'] !== 'dumb' ? inColour : plainly

const isClosedPipe = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EPIPE'

const TIMEOUT_MS = 60_000

/**
 * Runs the project's tests outside the conversation. True only when Node says that all of them pass. Without its runner, which
 * would only start the one file in another process.
 */
export const testsPass = (dir: string, env: Readonly<Record<string, string>>): Promise<boolean> =>
  new Promise(resolve => {
    const child = spawn('node', [DEMO_TESTS], { cwd: dir, env, stdio: 'ignore', timeout: TIMEOUT_MS })
    child.on('error', () => resolve(false))
    child.on('exit', code => resolve(code === 0))
  })
