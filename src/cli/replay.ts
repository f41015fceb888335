import { homedir } from 'node:os'
import { parseArgs } from './args/parse-args.ts'
import type { Process } from './compose.ts'
import { ExitError } from './exit-error.ts'
import { run } from './run.ts'
import { openReplay, readTape } from './tape.ts'
import { showUsage, wantsHelp } from './usage.ts'

const USAGE = 'Usage: capstan replay <recording> [--assert] [flags of the run]'

/**
 * Runs a recorded session again in this directory, with its own arguments, answered from the recording. With
 * `--assert` every request must equal the recorded one and all of them must be made: a regression test.
 */
export const replay = async (
  argv: readonly string[],
  from: Omit<Process, 'argv' | 'model'>,
): Promise<number> => {
  if (wantsHelp(argv.slice(0, 1))) return showUsage(USAGE)
  const [file, ...rest] = argv.filter(word => word !== '--assert')
  if (file === undefined || file.startsWith('-')) throw new ExitError(2, USAGE)
  const strict = argv.includes('--assert')
  const tape = readTape(file)
  const recorded = withoutTape(tape.run?.argv ?? ['-p'])
  const parsed = parseArgs([...recorded, ...rest])
  if (parsed.kind !== 'run') throw new ExitError(2, parsed.kind === 'usage_error' ? parsed.message : USAGE)
  const prompt = tape.run?.prompt ?? parsed.options.prompt
  const model = openReplay(
    file,
    { cwd: process.cwd(), home: from.env['HOME'] || homedir(), env: from.env },
    strict ? 'strict' : 'nearest',
  )
  const options = {
    ...parsed.options,
    print: true,
    noSessionPersistence: true,
    ...(prompt === undefined ? {} : { prompt }),
  }
  const env = { ...from.env, ANTHROPIC_BASE_URL: tape.run?.baseUrl }
  const code = await run(options, { ...from, env, argv: recorded, model })
  const left = model.left()
  if (!strict) return code
  if (left > 0)
    process.stderr.write(
      `replay: ${left} recorded ${left === 1 ? 'request was' : 'requests were'} not made.\n`,
    )
  return left > 0 ? 1 : code
}

/** The run itself must neither record nor be bound to the session it was. */
const withoutTape = (argv: readonly string[]): readonly string[] => {
  const dropped = ['--record', '--replay', '--session-id', '--resume', '-r']
  const alone = ['--continue', '-c', '--fork-session']
  return argv.filter(
    (word, at) =>
      !alone.includes(word) &&
      !dropped.some(flag => word === flag || word.startsWith(`${flag}=`) || argv[at - 1] === flag),
  )
}
