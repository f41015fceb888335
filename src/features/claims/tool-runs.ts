import { isObject } from '../../lib/is-object.ts'
import type { ShellReader } from '../../lib/shell/command.ts'
import { textField } from '../../lib/values/read-field.ts'
import type { Effect } from '../../protocol/context.ts'
import { type CheckRun, checkIn } from './check-runs.ts'
import { outputOf } from './run-output.ts'

/** What a tool of a server ran, as far as its name and what it was given tell. */
export interface ToolRun extends Pick<CheckRun, 'kinds' | 'isPart'> {
  readonly command: string
  readonly directory?: string
}

const COMMAND_FIELDS = ['command', 'cmd', 'commandLine', 'command_line', 'script', 'shell', 'line']
const ARGUMENT_FIELDS = ['args', 'arguments', 'argv']
const DIRECTORY_FIELDS = ['cwd', 'workdir', 'working_directory', 'workingDirectory', 'directory', 'dir']
/** Of a tool that runs everything when it is given none of these. */
const PART_FIELDS =
  /^(?:files?|file_?paths?|paths?|tests?|test_?names?|names?|filters?|patterns?|grep|only|specs?|suites?|targets?|modules?)$/i

const STARTS = /^(?:run|runs|execute|exec|start|invoke|launch|do|rerun|all|the|project|npm|full)$/
const KINDS: readonly (readonly [RegExp, CheckRun['kinds']])[] = [
  [/^(?:tests?|specs?|testsuite|suite|pytest|vitest|jest|unittests?)$/, ['tests', 'build']],
  [/^(?:build|compile|make)$/, ['build']],
  [/^(?:lint|linter|typecheck|tsc|eslint|clippy|mypy|ruff)$/, ['lint']],
  [/^(?:ci|checks|verify|validate)$/, ['tests', 'build', 'lint']],
]

/** Undefined: it checks nothing that anybody would claim. */
export const toolRunIn = (name: string, input: unknown, read: ShellReader): ToolRun | undefined => {
  const [, server, tool = ''] = /^mcp__(.+?)__(.+)$/s.exec(name) ?? []
  if (server === undefined) return undefined
  const line = lineIn(input)
  const directory = DIRECTORY_FIELDS.flatMap(field => textField(input, field) ?? []).at(0)
  const place = directory === undefined ? {} : { directory }
  if (line !== undefined) {
    const check = checkIn(line, read)
    if (!check) return undefined
    const { kinds, isPart } = check
    const below = check.directory === undefined ? place : { directory: check.directory }
    return { command: line, kinds, isPart, ...below }
  }
  const kinds = kindsOf(tool)
  return kinds && { command: `${server}: ${tool}`, kinds, isPart: isPartOf(input), ...place }
}

/** The line of one that runs what it is given. */
const lineIn = (input: unknown): string | undefined => {
  const command = COMMAND_FIELDS.flatMap(field => textField(input, field) ?? []).at(0)
  if (command === undefined || !isObject(input)) return undefined
  const words = ARGUMENT_FIELDS.flatMap(field => {
    const value = input[field]
    return Array.isArray(value) ? value.map(String) : []
  })
  return [command, ...words].join(' ')
}

/** `run_tests`, `runTests`, `npm-test`; not `list_tests`, and not `get_test_results`. */
const kindsOf = (tool: string): CheckRun['kinds'] | undefined => {
  const words = tool
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(word => word !== '' && !STARTS.test(word))
  const found = words.map(word => KINDS.find(([pattern]) => pattern.test(word))?.[1])
  return found.length > 0 && found.every(kinds => kinds !== undefined) ? found[0] : undefined
}

const isPartOf = (input: unknown): boolean =>
  isObject(input) &&
  Object.entries(input).some(
    ([field, value]) => PART_FIELDS.test(field) && value !== '' && value !== null && value !== undefined,
  )

const EXIT = /"?\bexit[ _-]?(?:code|status)"?\s*[:=]?\s*(-?\d+)/i

/** Nobody knows what an end without an error says of a tool of a server: only what it printed counts. */
export const toolEnd = (
  outcome: Effect['outcome'],
  output: string,
): { readonly result: 'green' | 'red' | 'running' | 'unclear'; readonly passed?: number } => {
  if (outcome === 'running') return { result: 'running' }
  const { isRed, sumsUpRed, isGreen, isNothing, passed } = outputOf(output)
  const code = EXIT.exec(output)?.[1]
  if (outcome === 'failed' || isRed || sumsUpRed || (code !== undefined && Number(code) !== 0))
    return { result: 'red' }
  const isShown = outcome === 'done' && !isNothing && (isGreen || code !== undefined)
  return { result: isShown ? 'green' : 'unclear', ...(passed === undefined ? {} : { passed }) }
}
