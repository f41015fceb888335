// Which public names the program reads, taken from the program itself: its tables where it has one, else its source.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { toKebab } from '../src/cli/args/flag.ts'
import { FLAGS } from '../src/cli/args/flags.ts'
import { SUBCOMMAND_ALIASES, SUBCOMMANDS } from '../src/cli/args/subcommands.ts'
import { COMMANDS } from '../src/features/commands/index.ts'
import { HOOK_EVENTS } from '../src/features/hooks/events.ts'
import { BUILT_IN_STYLES, DEFAULT_STYLE } from '../src/features/prompt/output-styles.ts'
import { meaningOf } from '../src/features/settings/known-keys.ts'
import { SETTING_ROWS } from '../src/features/settings/rows/index.ts'
import { policyGroup } from '../src/features/settings/rows/policy.ts'
import { KEY_ACTIONS, keyActionOf } from '../src/frontends/tui/input/keymap/actions.ts'

interface Reading {
  readonly reads: (name: string) => boolean
  /** All names there are, where the program has a list of them. */
  readonly all: readonly string[]
}

/** Keys of policy, and the groups and parts of them. */
const POLICY = new RegExp(
  `^(?:${policyGroup.rows.map(({ key }) => key.replaceAll('.', '\\.')).join('|')})(?:\\.\\w+)*$`,
)

/** Texts, the lists of key actions and of usual keys, and the table itself. */
const NOT_READING = /\/messages\/|\/text\/|keymap\/(?:actions|default-keys)\.ts|features\/compatibility\//

/** Source without tests and what only lists names. */
const sourceOf = (...folders: readonly string[]): string =>
  folders
    .flatMap(folder =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(path => join(folder, path)),
    )
    .filter(path => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
    .filter(path => !NOT_READING.test(path))
    .map(path => readFileSync(path, 'utf8'))
    .join('\n')

const quotes = (source: string, name: string): boolean =>
  source.includes(`'${name}'`) || source.includes(`\`${name}\``)

/** Fields of a line, as the code writes them. */
const writes = (source: string, name: string): boolean =>
  quotes(source, name) || new RegExp(`\\b${name}(?:\\??: |,\\n)`).test(source)

/** Names that are put together when they are read, and the piece that shows it. */
const BUILT: readonly (readonly [RegExp, string])[] = [
  [/^ANTHROPIC_(?:CUSTOM_MODEL_OPTION|DEFAULT_[A-Z]+_MODEL)_NAME$/, '$' + '{variable}_NAME'],
  [/^ANTHROPIC_(?:CUSTOM_MODEL_OPTION|DEFAULT_[A-Z]+_MODEL)_DESCRIPTION$/, '$' + '{variable}_DESCRIPTION'],
  [
    /^ANTHROPIC_(?:CUSTOM_MODEL_OPTION|DEFAULT_[A-Z]+_MODEL)_SUPPORTED_CAPABILITIES$/,
    '$' + '{variable}_SUPPORTED_CAPABILITIES',
  ],
  [/^VERTEX_REGION_CLAUDE_[A-Z0-9_]+$/, 'VERTEX_REGION_$' + '{each}'],
  [
    /^ANTHROPIC_DEFAULT_(OPUS|SONNET|HAIKU|FABLE)_MODEL$/,
    'ANTHROPIC_DEFAULT_$' + '{name.toUpperCase()}_MODEL',
  ],
  [/^DISABLE_PROMPT_CACHING_(OPUS|SONNET|HAIKU|FABLE)$/, 'DISABLE_PROMPT_CACHING_$' + '{'],
  [
    /^OTEL_METRICS_INCLUDE_(SESSION_ID|VERSION|ACCOUNT_UUID|ENTRYPOINT|RESOURCE_ATTRIBUTES)$/,
    'OTEL_METRICS_INCLUDE_$' + '{name}',
  ],
]

/** Fields of the skills standard that every program is to pass over. */
const WITHOUT_MEANING = ['metadata', 'license', 'compatibility']

/** Variables whose names look like those of others, as the source has them. */
const FOREIGN = /^(?:ANTHROPIC|CLAUDE|MCP|DISABLE|ENABLE|OTEL_LOG|OTEL_METRICS)_[A-Z0-9_]*[A-Z0-9]$/

export const readNames = (): Readonly<Record<string, Reading>> => {
  const whole = sourceOf('src')
  const words = new Set(whole.match(/(?<![\w$])[A-Z][A-Z0-9_]+(?!\w)/g))
  const quoted = [...whole.matchAll(/['`]([A-Z0-9_]+)['`]/g)].map(([, name = '']) => name)
  const tui = sourceOf('src/frontends/tui')
  const lines = sourceOf('src/frontends/headless', 'src/protocol/control')
  const agent = readFileSync('src/features/agents/parse-agent.ts', 'utf8')
  const skill = sourceOf('src/features/skills')
  const status = [
    'status/status-input.ts',
    'status/prompt-cache-of.ts',
    'status/pull-request-of.ts',
    'ports/system-port.ts',
  ]
    .map(path => readFileSync(`src/frontends/tui/${path}`, 'utf8'))
    .join('\n')
  const listed = (names: readonly string[]): Reading => ({ reads: name => names.includes(name), all: names })
  const flags = FLAGS.map(({ key }) => `--${toKebab(key)}`)
  const first = [...SUBCOMMANDS.map(({ name }) => name), ...Object.keys(SUBCOMMAND_ALIASES)]
  return {
    flags: {
      all: flags,
      // Both spellings of a flag are taken.
      reads: name => flags.includes(toKebab(name)),
    },
    subcommands: {
      all: first,
      reads: name => {
        const [word = '', ...more] = name.split(' ')
        const folder = { ...SUBCOMMAND_ALIASES, project: 'purge' }[word] ?? word
        if (!first.includes(word)) return false
        return more.length === 0 || more.every(each => writes(sourceOf(`src/cli/${folder}`), each))
      },
    },
    'slash-commands': listed(
      COMMANDS.flatMap(({ name, aliases = [] }) => [name, ...aliases]).map(name => `/${name}`),
    ),
    settings: {
      all: [...SETTING_ROWS, ...policyGroup.rows].map(({ key }) => key),
      reads: name => meaningOf(name) === 'setting' || POLICY.test(name),
    },
    environment: {
      all: [...new Set(quoted)].filter(name => FOREIGN.test(name)).toSorted(),
      reads: name =>
        words.has(name) || BUILT.some(([names, piece]) => names.test(name) && whole.includes(piece)),
    },
    'key-actions': {
      all: KEY_ACTIONS,
      reads: name => {
        const action = keyActionOf(name)
        return action !== undefined && quotes(tui, action)
      },
    },
    'status-line': { all: [], reads: name => name.split('.').every(each => writes(status, each)) },
    headless: { all: [], reads: name => writes(lines, name.split(/[/.]/).at(-1) ?? name) },
    'hook-events': listed(Object.keys(HOOK_EVENTS)),
    'agent-fields': { all: [], reads: name => quotes(agent, name) },
    'skill-fields': { all: [], reads: name => WITHOUT_MEANING.includes(name) || quotes(skill, name) },
    'output-styles': {
      all: [],
      reads: name =>
        [DEFAULT_STYLE, ...BUILT_IN_STYLES.map(style => style.name)].includes(name.toLowerCase()),
    },
  }
}

/** What is listed as this program's own: variables aside, whose foreign names are all in the table. */
export const ownNames = (): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(
    Object.entries(readNames()).map(([key, { all }]) => [key, key === 'environment' ? [] : all]),
  )
