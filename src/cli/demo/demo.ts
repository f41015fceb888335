import { sleepFor } from '../../features/models/sleep.ts'
import { inColour, type Paint, plainly } from '../../frontends/plain/paint.ts'
import type { Process } from '../compose.ts'
import { listenForSignals, terminalIo } from '../terminal.ts'
import { composeDemo } from './compose-demo.ts'
import { conduct } from './conduct.ts'
import { DEMO_HELP, type DemoOptions, readDemoArgs } from './demo-args.ts'
import { demoEnvironment } from './demo-environment.ts'
import { createDemoProject, type DemoProject } from './demo-project.ts'
import { DEMO_PROMPT } from './demo-scenario.ts'
import { LineReader } from './line-reader.ts'
import { testsPass } from './run-tests.ts'

const PAUSE_MS = 600

/** Capstan finds and fixes a bug in a project of its own: scripted model, everything else real. */
export const demo = async (argv: readonly string[], from: Process): Promise<number> => {
  const options = readDemoArgs(argv)
  if (options.help) {
    process.stdout.write(DEMO_HELP)
    return 0
  }
  const signal = listenForSignals()
  const project = createDemoProject()
  const tidy = (): void => {
    if (!options.keep) project.remove()
  }
  // For endings on the spot: a second signal, a terminal that went away.
  process.once('exit', tidy)
  process.once('SIGHUP', () => process.exit(129))
  try {
    return await perform({
      options,
      from,
      project,
      signal,
      env: demoEnvironment(from.env, project.home, process.execPath),
      asks: !options.yes && process.stdin.isTTY && process.stdout.isTTY,
      paint: paintFor(from),
      write: terminalIo(signal, 'painted').write,
    })
  } catch (error) {
    // Nobody reads any more; whether the tests would have been green is not known.
    if (isClosedPipe(error)) return 1
    throw error
  } finally {
    tidy()
  }
}

interface Performance {
  readonly options: DemoOptions
  readonly from: Process
  readonly project: DemoProject
  readonly signal: AbortSignal
  readonly env: Readonly<Record<string, string>>
  /** A person answers the questions. */
  readonly asks: boolean
  readonly paint: Paint
  readonly write: (text: string) => Promise<void> | void
}

const perform = async (performance: Performance): Promise<number> => {
  const { options, project, signal, env, paint, write } = performance
  await write(opening(performance))
  const end = await playTurn(performance)
  if (options.keep) await write(`\nThe project is in ${project.dir}\n`)
  if (end === 'left') {
    await write('\nYou left the demo.\n')
    return signal.reason === 'SIGTERM' ? 143 : 130
  }
  const green = await testsPass(project.dir, env)
  await write(closing(green, paint))
  return green ? 0 : 1
}

const playTurn = async (performance: Performance): Promise<'done' | 'left'> => {
  const { options, from, project, signal, asks, paint, write } = performance
  using reader = asks ? new LineReader(process.stdin) : undefined
  const { engine } = await composeDemo(project, from, {
    fast: options.fast,
    warn: text => void process.stderr.write(`${text}\n`),
  })
  await using _ = engine
  return await conduct(
    {
      engine,
      cwd: project.dir,
      paint,
      signal,
      write,
      ask: reader ? again => reader.askYesNo(again, signal) : undefined,
      // Waking up early is what the signal is for; the caller looks at it.
      pause: async () => (options.fast ? undefined : await sleepFor(PAUSE_MS, signal).catch(() => undefined)),
    },
    DEMO_PROMPT,
  )
}

const opening = ({ project, asks, paint }: Performance): string =>
  [
    '',
    `${paint('bold', 'Capstan demo')}: a small shop with a bug, in ${project.dir}`,
    paint(
      'dim',
      'A script plays the model. Tools, questions, diff and tests are real. No account, no network.',
    ),
    ...(asks ? [paint('dim', 'At each question: Enter or y allows, n refuses, Ctrl-C leaves.')] : []),
    '',
  ].join('\n')

const closing = (green: boolean, paint: Paint): string => {
  const verdict = green
    ? paint('green', '✔ The tests of the project pass: checked once more, outside the conversation.')
    : paint('red', '✖ The tests of the project do not pass: the bug is still there.')
  return [
    '',
    verdict,
    '',
    'Your turn: set ANTHROPIC_API_KEY (or ANTHROPIC_BASE_URL for a local server), then capstan -p "fix …".',
    'README.md and docs/ say more; capstan --help lists everything.',
    '',
  ].join('\n')
}

/** Colour for a terminal whose owner did not say no to it. */
const paintFor = ({ env }: Process): Paint =>
  process.stdout.isTTY && !env['NO_COLOR'] && env['TERM'] !== 'dumb' ? inColour : plainly

const isClosedPipe = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EPIPE'
