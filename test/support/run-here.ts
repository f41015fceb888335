import { parseArgs } from '../../src/cli/args/parse-args.ts'
import type { RunOptions as Flags } from '../../src/cli/args/run-options.ts'
import { joinPrompt } from '../../src/cli/args/stdin.ts'
import { exitCodeOf } from '../../src/cli/exit-code.ts'
import { converse } from '../../src/cli/run.ts'
import { version } from '../../src/cli/version.ts'
import type { Scenario } from '../../src/features/models/scripted/scenario.ts'
import type { ServeOptions } from '../../src/features/models/scripted/server.ts'
import { AsyncQueue } from '../../src/lib/async-queue.ts'
import { Output, openWorld, type Running, type RunOptions, type World } from './run-program.ts'

/** The flags of a conversation without a screen that can be held here; undefined where the program itself is asked for. */
const flagsOf = (args: readonly string[], options: RunOptions): Flags | undefined => {
  const parsed = parseArgs(args)
  if (parsed.kind !== 'run' || options.command) return undefined
  const { print, rewindFiles, initOnly, inputFormat } = parsed.options
  if (!print || rewindFiles !== undefined || initOnly) return undefined
  const asks = inputFormat === 'stream-json' || promptOf(parsed.options, options).trim() !== ''
  return asks ? parsed.options : undefined
}

const promptOf = (flags: Flags, { input }: RunOptions): string =>
  joinPrompt(flags.prompt, input === 'keep' ? '' : String(input ?? ''))

const startHere = (args: readonly string[], options: RunOptions, flags: Flags): Running => {
  const output = new Output()
  const stdin = new AsyncQueue<string>()
  if (options.input !== 'keep') {
    if (options.input !== undefined) void stdin.push(String(options.input))
    stdin.close()
  }
  const env = Object.fromEntries(Object.entries(options.env ?? {}).filter(([, value]) => value !== undefined))
  const from = { env, version, argv: args, ...(options.cwd === undefined ? {} : { cwd: options.cwd }) }
  const io = {
    stdin,
    write: async (text: string) => output.say(text),
    writeError: (text: string) => output.warn(`${text}\n`),
  }
  const prompt = flags.inputFormat === 'stream-json' ? {} : { prompt: promptOf(flags, options) }
  const code = converse({ options: flags, ...prompt }, from, io).catch((error: unknown) => {
    const known = exitCodeOf(error)
    if (known === undefined) throw error
    output.warn(`capstan: ${(error as Error).message}\n`)
    return known
  })
  return {
    get child(): Running['child'] {
      throw new Error('no program was started: openWorld starts one')
    },
    pid: process.pid,
    ended: code.then(value => output.end(value, null)),
    lines: output.lines,
    line: output.line,
    stderr: output.onStderr,
    say: message => void stdin.push(`${JSON.stringify(message)}\n`),
    hangUp: () => stdin.close(),
  }
}

/**
 * A world whose conversations without a screen are held in this process, from arguments to exit code, over the same
 * loopback server: for tests whose point is what a run does. Starting the program is most of what such a test costs;
 * what only the program has (streams, signals, its end) is tested with it. Subcommands start it here too.
 */
export const openWorldHere = async (scenario: Scenario, serve: ServeOptions = {}): Promise<World> => {
  const world = await openWorld(scenario, serve)
  const open = new Set<Running>()
  const start: World['start'] = (args, options = {}) => {
    const flags = flagsOf(args, options)
    if (!flags) return world.start(args, options)
    const env = { ...world.env, ...options.env }
    const run = startHere(args, { cwd: world.project, ...options, env }, flags)
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
