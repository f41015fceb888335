import { parseArgs } from '../../src/cli/args/parse-args.ts'
import type { RunOptions as Flags } from '../../src/cli/args/run-options.ts'
import { joinPrompt } from '../../src/cli/args/stdin.ts'
import { exitCodeOf } from '../../src/cli/exit-code.ts'
import { resumeLinked } from '../../src/cli/from-pr.ts'
import { inUiLanguage } from '../../src/cli/in-ui-language.ts'
import { dispatch } from '../../src/cli/main.ts'
import { converse } from '../../src/cli/run.ts'
import { version } from '../../src/cli/this-program.ts'
import type { Scenario } from '../../src/features/models/scripted/scenario.ts'
import type { ServeOptions } from '../../src/features/models/scripted/server.ts'
import { AsyncQueue } from '../../src/lib/async-queue.ts'
import { describeError } from '../../src/protocol/messages/localized-text.ts'
import { inBorrowedProcess } from './borrowed-process.ts'
import {
  type Ended,
  IS_OTHER_PROGRAM,
  Output,
  openWorld,
  PROGRAM,
  type Running,
  type RunOptions,
  type World,
} from './run-program.ts'
import './described-tools.ts'

/** The flags of a conversation without a screen that can be held here; undefined where the program itself is asked for. */
const flagsOf = (args: readonly string[], options: RunOptions): Flags | undefined => {
  const parsed = parseArgs(args)
  if (parsed.kind !== 'run' || options.command) return undefined
  const { print, inputFormat } = parsed.options
  if (!print || keepsTape(parsed.options) || doesSomethingElse(parsed.options)) return undefined
  const asks = inputFormat === 'stream-json' || promptOf(parsed.options, options).trim() !== ''
  return asks || knowsHowToBegin(parsed.options) ? parsed.options : undefined
}

/** Without a word of the person: a session may wait for a decision, and an agent has its own beginning. */
const knowsHowToBegin = (flags: Flags): boolean =>
  flags.continue || flags.resume !== undefined || flags.agent !== undefined

/** Runs that hold no conversation, or in which another process holds it. */
const doesSomethingElse = ({ rewindFiles, initOnly, background, bg, exec }: Flags): boolean =>
  initOnly || [rewindFiles, background, bg, exec].some(value => value !== undefined)

/** What is put around a conversation by whoever starts it. */
const keepsTape = ({ record, replay, debug, debugFile }: Flags): boolean =>
  [record, replay, debug, debugFile].some(value => value !== undefined)

const promptOf = (flags: Flags, { input }: RunOptions): string =>
  joinPrompt(flags.prompt, input === 'keep' ? '' : String(input ?? ''))

const definedOf = (env: NonNullable<RunOptions['env']>): Record<string, string> =>
  Object.fromEntries(Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined))

/** What a failure means to whoever started the program; one that is none of those is a failure of the test. */
const toldCode = async (error: unknown, output: Output, env: RunOptions['env'] = {}): Promise<number> => {
  const known = exitCodeOf(error)
  if (known === undefined) throw error
  output.warn(`capstan: ${await inUiLanguage(describeError(error), definedOf(env))}\n`)
  return known
}

const runningHere = (
  output: Output,
  parts: Pick<Running, 'ended' | 'say' | 'write' | 'hangUp'>,
): Running => ({
  get child(): never {
    throw new Error('no program was started: openWorld starts one')
  },
  pid: process.pid,
  lines: output.lines,
  line: output.line,
  stderr: output.onStderr,
  ...parts,
})

/** Commands that go on until they are told to stop, or that have a terminal of their own. */
const NEEDS_PROGRAM: ReadonlySet<string> = new Set(['demo', 'mock-server', 'serve'])
/** What those have besides says something and ends. */
const ENDS: ReadonlySet<string> = new Set(['--help', 'link'])

/** Whether it says what it has to say and ends: anything but a run, or a run that is more than its conversation. */
const endsByItself = (args: readonly string[], { input, command, ends }: RunOptions): boolean => {
  const parsed = parseArgs(args)
  if (command || input === 'keep') return false
  if (parsed.kind !== 'run')
    return (
      ends || args.some(word => ENDS.has(word)) || !args.slice(0, 2).some(word => NEEDS_PROGRAM.has(word))
    )
  if (doesSomethingElse(parsed.options)) return true
  return parsed.options.print && input === undefined && keepsTape(parsed.options)
}

const runDispatched = (args: readonly string[], options: RunOptions): Running => {
  const { cwd = '', env = {}, input = '' } = options
  const output = new Output()
  const act = async (): Promise<number> => {
    try {
      return await dispatch(args)
    } catch (error) {
      return await toldCode(error, output, env)
    }
  }
  const code = inBorrowedProcess(
    {
      env: definedOf(env),
      cwd,
      argv: [PROGRAM, ...args],
      input,
      say: piece => output.say(piece),
      warn: piece => output.warn(piece),
    },
    act,
  )
  const ended = code.then(value => output.end(value, null))
  return runningHere(output, { ended, say: () => {}, write: () => {}, hangUp: () => {} })
}

const startHere = (args: readonly string[], options: RunOptions, flags: Flags): Running => {
  const output = new Output()
  const stdin = new AsyncQueue<string | Uint8Array>()
  if (options.input !== 'keep') {
    if (options.input !== undefined) void stdin.push(Buffer.from(options.input))
    stdin.close()
  }
  const from = {
    env: definedOf(options.env ?? {}),
    version,
    argv: args,
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
  }
  const io = {
    stdin,
    write: async (text: string) => output.say(text),
    writeError: (text: string) => output.warn(`${text}\n`),
  }
  const prompt = flags.inputFormat === 'stream-json' ? {} : { prompt: promptOf(flags, options) }
  const hold = async (): Promise<number> => {
    const linked = flags.fromPr === undefined ? flags : await resumeLinked(flags, from)
    return await converse({ options: linked, ...prompt }, from, io)
  }
  const code = hold().catch((error: unknown) => toldCode(error, output, options.env))
  return runningHere(output, {
    ended: code.then(value => output.end(value, null)),
    say: message => void stdin.push(`${JSON.stringify(message)}\n`),
    write: text => void stdin.push(text),
    hangUp: () => stdin.close(),
  })
}

/** Until it is disposed, what is held here and starts the program once more (members, bridges …) starts the built one. */
export const startsBuiltProgram = (): Disposable => {
  const { argv } = process
  process.argv = [process.execPath, PROGRAM]
  return {
    [Symbol.dispose]() {
      process.argv = argv
    },
  }
}

/** A conversation in this process, in a world of programs. */
export const converseHere = (world: World, args: readonly string[]): Promise<Ended> => {
  const options = { cwd: world.project, env: world.env }
  const flags = flagsOf(args, options)
  if (!flags) throw new Error(`${args.join(' ')} is no conversation that can be held here`)
  return startHere(args, options, flags).ended
}

/**
 * A world whose conversations without a screen are held in this process, from arguments to exit code, over the same
 * loopback server, and whose subcommands are run in it: for tests whose point is what a run does. Starting the program is
 * most of what such a test costs; what only the program has (streams, signals, its end) is tested with it.
 */
export const openWorldHere = async (scenario: Scenario, serve: ServeOptions = {}): Promise<World> =>
  heldHere(await openWorld(scenario, serve))

/** The same of a world that also starts programs: what happens before and after the one that counts. */
export const heldHere = (world: World): World => {
  if (IS_OTHER_PROGRAM) return world
  const open = new Set<Running>()
  const start: World['start'] = (args, options = {}) => {
    const here = { cwd: world.project, ...options, env: { ...world.env, ...options.env } }
    const flags = flagsOf(args, options)
    if (!flags && !endsByItself(args, options)) return world.start(args, options)
    const run = flags ? startHere(args, here, flags) : runDispatched(args, here)
    open.add(run)
    return run
  }
  const run: World['run'] = (args, options) => start(args, options).ended
  return {
    ...world,
    start,
    run,
    stream: (args, options) => run(['-p', '--output-format', 'stream-json', ...args], options),
    async [Symbol.asyncDispose]() {
      for (const one of open) one.hangUp()
      await Promise.allSettled([...open].map(one => one.ended))
      await world[Symbol.asyncDispose]()
    },
  }
}
