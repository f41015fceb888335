import { findHomes } from '../host/find-homes.ts'
import { openReplay, readTape } from '../host/models/recorder.ts'
import { isVendor } from '../host/web/options.ts'
import { escapeLine, escapeProse } from '../lib/escape-text.ts'
import { commandText } from '../protocol/messages/cli/commands.ts'
import { noteText } from '../protocol/messages/cli/notes.ts'
import type { Warn } from '../protocol/messages/localized-text.ts'
import { parseArgs } from './args/parse-args.ts'
import { ExitError } from './exit-error.ts'
import { problemSayer } from './in-ui-language.ts'
import type { Process } from './process.ts'
import { run } from './run.ts'
import { showUsage, usageOf, wantsHelp } from './usage.ts'

const USAGE = usageOf(
  'Usage: capstan replay <recording> [--assert] [prompt] [flags of this run]',
  '用法：capstan replay <录制文件> [--assert] [提示词] [本次运行的选项]',
)

/**
 * Asks what was asked in a recorded session again, in this directory, answered from the recording. A recording is a
 * file somebody may have sent: its replies and its prompt are text, and nothing in it chooses a flag, a rule, a mode,
 * a directory or a server. Those are the ones of this command line, and every call is judged by them. With `--assert`
 * every request must equal the recorded one and all of them must be made: a regression test.
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
  const own = ['-p', ...rest]
  const parsed = parseArgs(own)
  if (parsed.kind !== 'run') throw new ExitError(2, parsed.kind === 'usage_error' ? parsed.localized : USAGE)
  const prompt = parsed.options.prompt ?? recordedPrompt(tape.run?.prompt)
  const warn = await problemSayer(from.env, parsed.options.settings)
  sayIgnored(ignoredWords(tape.run ?? {}), warn)
  const model = openReplay(
    file,
    { cwd: process.cwd(), home: findHomes(from.env).home, env: from.env },
    strict ? 'strict' : 'nearest',
  )
  const options = {
    ...parsed.options,
    print: true,
    noSessionPersistence: true,
    ...(prompt === undefined ? {} : { prompt }),
  }
  const code = await run(options, { ...from, argv: own, model, vendor: isVendor(tape.run?.baseUrl) })
  const left = model.left()
  if (!strict) return code
  if (left > 0) warn(noteText('replay_left', { count: left }))
  return left > 0 ? 1 : code
}

/** A line with a slash is an order to this program, and an order must come from the person. */
const recordedPrompt = (prompt: string | undefined): string | undefined => {
  if (prompt === undefined || !prompt.trim().startsWith('/')) return prompt
  throw new ExitError(2, commandText('recorded_command', { prompt: JSON.stringify(escapeProse(prompt)) }))
}

/** What the recorded run was told besides its prompt and where to record; for people to read, never to act on. */
const ignoredWords = ({
  argv = [],
  prompt,
}: {
  readonly argv?: readonly string[]
  readonly prompt?: string
}): readonly string[] =>
  argv.filter(
    (word, at) =>
      word !== prompt &&
      !['-p', '--print', '--record'].includes(word) &&
      !word.startsWith('--record=') &&
      argv[at - 1] !== '--record',
  )

const sayIgnored = (words: readonly string[], warn: Warn): void => {
  if (words.length === 0) return
  warn(noteText('replay_flags', { words: escapeLine(words.join(' '), 300) }))
}
