import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { ListedProgram } from './listed-options.ts'
import { FRESH, linesOf } from './option-forms.ts'
import { type OptionPlace, OUTSIDE, SENSITIVE, VARIABLE } from './option-place.ts'
import { runLines } from './run-lines.ts'

/** What a program starts to do its work, besides itself and the shell. */
const HELPERS: Readonly<Record<string, readonly string[]>> = {
  egrep: ['grep', 'sh'],
  fgrep: ['grep', 'sh'],
  zcat: ['gzip', 'sh'],
  tar: ['gzip', 'bzip2', 'xz', 'sh'],
  which: ['sh', 'which.debianutils'],
  awk: ['mawk', 'gawk'],
  fd: ['fdfind'],
  npm: ['node', 'env', 'sh'],
}
/** A launcher of the installation may stand before them. */
const LAUNCHED = new Set(['pip', 'pip3'])

export interface CanaryOptions {
  /** Which of the options and of the lines with them are tried. */
  pickOption(spelled: string): boolean
  pick(line: string): boolean
  /** Where a tracer writes the programs that were started and the connections that were made, if there is one. */
  readonly trace?: string
}

/** Of all lines with a program's options those that the tables approve, run; what they did that is more than a look. */
export const mischief = async (
  listed: ListedProgram,
  place: OptionPlace,
  { pickOption, pick, trace }: CanaryOptions,
): Promise<{ readonly ran: number; readonly found: readonly string[] }> => {
  const lines = linesOf(listed, ({ spelled }) => pickOption(spelled)).filter(pick)
  const approved: string[] = []
  for (const line of lines) if ((await place.verdict(line)) === 'allow') approved.push(line)
  if (approved.length === 0) return { ran: 0, found: [] }
  if (trace !== undefined) rmSync(trace, { force: true })
  const before = place.snapshot()
  const tracer = [
    'strace',
    '-f',
    '-qq',
    '-e',
    'trace=execve,connect',
    '-e',
    'signal=none',
    '-A',
    '-o',
    trace ?? '',
  ]
  const results = await runLines(
    approved,
    trace === undefined ? place.context : { ...place.context, before: tracer },
  )
  // A search through a directory is no look at a file by name.
  const isSecret = (output: string): boolean =>
    output.includes(OUTSIDE) ||
    output.includes(VARIABLE) ||
    (listed.program.recursive === undefined && output.includes(SENSITIVE))
  const found = results.filter(({ output }) => isSecret(output)).map(({ line }) => `${line}: prints a secret`)
  const after = place.snapshot()
  if (after !== before) found.push(`${await findWriter(approved, place)}: writes ${changed(before, after)}`)
  if (trace !== undefined) found.push(...readTrace(trace, listed))
  return { ran: approved.length, found }
}

const changed = (before: string, after: string): string => {
  const known = new Set(before.split('\n'))
  return JSON.stringify(after.split('\n').find(line => !known.has(line)) ?? 'less').slice(0, 200)
}

const findWriter = async (lines: readonly string[], place: OptionPlace): Promise<string> => {
  for (const line of lines) {
    rmSync(join(place.cwd, FRESH), { force: true })
    const before = place.snapshot()
    await runLines([line], place.context)
    if (place.snapshot() !== before) return line
  }
  return `one of ${lines.slice(0, 9).join('; ')}, once,`
}

const readTrace = (trace: string, { words }: ListedProgram): readonly string[] => {
  const text = readFileSync(trace, 'latin1')
  const [name = ''] = words
  const expected = new Set([name, 'bash', ...(HELPERS[name] ?? [])])
  const started = [...text.matchAll(/execve\("(?:[^"]*\/)?([^"/]*)".*= 0$/gm)].map(match => match[1] ?? '')
  const unexpected = [...new Set(started)].filter(one => !expected.has(one) && !LAUNCHED.has(name))
  const connected = /connect\([^\n]*sin6?_port[^\n]*/.exec(text)?.[0]
  return [
    ...unexpected.map(one => `${words.join(' ')}: starts ${one}`),
    ...(connected === undefined ? [] : [`${words.join(' ')}: ${connected}`]),
  ]
}
