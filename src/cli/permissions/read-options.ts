import { commandText } from '../../protocol/messages/cli/commands.ts'
import { usageText } from '../../protocol/messages/cli/usage.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import { toKebab } from '../args/flag.ts'
import { parseArgs } from '../args/parse-args.ts'
import { emptyOptions, type RunOptions } from '../args/run-options.ts'
import { ExitError } from '../exit-error.ts'

export interface OwnFlag {
  readonly name: string
  readonly takes: 'value' | 'nothing'
}

export interface SubcommandArgs {
  /** What was said to run flags: only those that change what is allowed. */
  readonly options: RunOptions
  /** The one word that is no flag. */
  readonly subject?: string
  /** Flags of the subcommand itself; '' for one without a value. */
  readonly own: ReadonlyMap<string, string>
}

const MEANT: ReadonlySet<string> = new Set([
  'prompt',
  'print',
  'settings',
  'settingSources',
  'permissionMode',
  'dangerouslySkipPermissions',
  'allowedTools',
  'disallowedTools',
  'addDir',
  'trust',
])

/** Takes the subcommand's own flags out and reads the others as a run does. */
export const readOptions = (
  argv: readonly string[],
  flags: readonly OwnFlag[],
  usage: LocalizedText,
): SubcommandArgs => {
  const own = new Map<string, string>()
  const rest: string[] = []
  for (let at = 0; at < argv.length; at += 1) {
    const word = argv[at] ?? ''
    if (word === '--') {
      rest.push(...argv.slice(at))
      break
    }
    const [name = '', ...values] = word.split('=')
    const flag = flags.find(one => `--${one.name}` === name)
    if (!flag) {
      rest.push(word)
      continue
    }
    const attached = word.includes('=') ? values.join('=') : undefined
    if (flag.takes === 'nothing' && attached !== undefined)
      throw new ExitError(2, commandText('takes_no_value', { flag: name, usage }))
    const value = flag.takes === 'nothing' ? '' : (attached ?? argv[++at])
    if (value === undefined) throw new ExitError(2, commandText('needs_value', { flag: name, usage }))
    own.set(flag.name, value)
  }
  const options = readRunFlags(rest, usage)
  return { options, own, ...(options.prompt === undefined ? {} : { subject: options.prompt }) }
}

/** What a run takes for its prompt is the command here. */
const aboutCommand = (problem: LocalizedText): LocalizedText => {
  const { first, second } = problem.id === 'cli_usage.two_prompts' ? (problem.values ?? {}) : {}
  return typeof first === 'string' && typeof second === 'string'
    ? usageText('two_commands', { first, second })
    : problem
}

const readRunFlags = (rest: readonly string[], usage: LocalizedText): RunOptions => {
  const parsed = parseArgs(['--print', ...rest])
  if (parsed.kind === 'usage_error')
    throw new ExitError(2, commandText('with_usage', { problem: aboutCommand(parsed.localized), usage }))
  if (parsed.kind !== 'run') throw new ExitError(2, usage)
  const defaults: Readonly<Record<string, unknown>> = { ...emptyOptions() }
  for (const [key, value] of Object.entries(parsed.options))
    if (!MEANT.has(key) && JSON.stringify(value) !== JSON.stringify(defaults[key]))
      throw new ExitError(2, commandText('no_effect', { flag: `--${toKebab(key)}`, usage }))
  return parsed.options
}
