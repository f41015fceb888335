import { isAbsolute, relative } from 'node:path'

/** What a past session tells about a task. */
export interface PastSession {
  readonly id: string
  readonly cwd: string
  readonly prompts: readonly string[]
  readonly commands: readonly { readonly command: string; readonly failed: boolean }[]
  /** Files that it wrote. */
  readonly written: readonly string[]
}

export interface TaskDraft {
  readonly name: string
  readonly prompts: readonly string[]
  /** The test that went green. */
  readonly command?: string
  /** Tests it wrote, below its directory. */
  readonly tests: readonly string[]
  /** What else it wrote: as it is now, that solves the task. */
  readonly solution: readonly string[]
}

const TESTS =
  /\b(?:(?:npm|pnpm|yarn|bun)(?: run)?(?: -\S+)* test|npx (?:vitest|jest|mocha|ava|playwright)|vitest|jest|mocha|node --test|pytest|python3? -m (?:pytest|unittest)|tox|go test|cargo (?:test|nextest)|mvn (?:\S+ )*test|gradlew? (?:\S+ )*test|ctest|make (?:\S+ )*(?:test|check)|rspec|rake test|phpunit|dotnet test|mix test|bats|prove)\b/
const TEST_FILE = /(?:^|\/)(?:tests?|spec|__tests__)\/|[._-](?:test|spec)s?\.[^/]+$|(?:^|\/)test_[^/]+$/i

/** What went from red to green counts before what was only green; of several the last one. */
export const draftTask = (
  session: PastSession,
  { name, allPrompts }: { readonly name?: string; readonly allPrompts: boolean },
): TaskDraft => {
  const [first = ''] = session.prompts
  const tests = session.commands
    .map(run => ({ ...run, command: plainCommand(run.command) }))
    .filter(run => TESTS.test(run.command))
  const green = tests.filter(run => !run.failed)
  const turned = green.filter(run => tests.some(other => other.failed && other.command === run.command))
  const command = (turned.at(-1) ?? green.at(-1))?.command
  const written = session.written
    .map(path => (isAbsolute(path) ? relative(session.cwd, path) : path))
    .filter(path => path !== '' && !path.startsWith('..') && !isAbsolute(path))
  const below = [...new Set(written)]
  return {
    name: name ?? nameFrom(first, session.id),
    prompts: allPrompts ? session.prompts : session.prompts.slice(0, 1),
    tests: below.filter(path => TEST_FILE.test(path)),
    solution: below.filter(path => !TEST_FILE.test(path)),
    ...(command === undefined ? {} : { command }),
  }
}

/** Without a change of directory in front and a shortened output behind. */
const plainCommand = (command: string): string =>
  command
    .trim()
    .replace(/^cd\s+\S+\s*&&\s*/, '')
    .replace(/\s*(?:2>&1\s*)?\|\s*(?:tail|head|grep)\b[^|]*$/, '')
    .replace(/\s*2>&1$/, '')
    .trim()

const nameFrom = (prompt: string, id: string): string => {
  const words = prompt.toLowerCase().match(/[a-z0-9]+/g) ?? []
  const name = words.slice(0, 6).join('-').slice(0, 50)
  return /^[a-z0-9]/.test(name) ? name : `session-${id.slice(0, 8)}`
}

/** The file of a draft, to be read and corrected by a person. */
export const taskYaml = (
  draft: TaskDraft,
  start: { readonly repository: string; readonly ref: string } | undefined,
): string =>
  [
    `name: ${JSON.stringify(draft.name)}`,
    ...(draft.prompts.length === 1
      ? [`prompt: ${scalar(draft.prompts[0] ?? '', '  ')}`]
      : ['prompts:', ...draft.prompts.map(prompt => `  - ${scalar(prompt, '    ')}`)]),
    ...(start
      ? [
          'setup:',
          '  git:',
          `    repository: ${JSON.stringify(start.repository)}`,
          `    ref: ${JSON.stringify(start.ref)}`,
        ]
      : []),
    'check:',
    `  command: ${JSON.stringify(draft.command ?? 'false # the command that tells whether it is solved')}`,
    ...(draft.tests.length > 0 ? ['  overlay: tests'] : []),
    'limits:',
    '  seconds: 900',
    '',
  ].join('\n')

/** A block where it can be one: prompts are read by people. */
const scalar = (text: string, indent: string): string => {
  const plain = text.trimEnd()
  // These can't stand in a block.
  const isBlock =
    plain !== '' && !/^\s|[\u2028\u2029\ufeff]/.test(plain) && !/\p{Cc}/u.test(plain.replace(/[\n\t]/g, ''))
  return isBlock
    ? `|-\n${plain
        .split('\n')
        .map(line => (line === '' ? '' : indent + line))
        .join('\n')}`
    : JSON.stringify(plain)
}
