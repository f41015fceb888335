import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import type { FuzzPlace } from './fuzz-place.ts'
import { BASH, bashArguments, bashEnvironment } from './product-run.ts'
import { type Deed, deedsByLine, MARKER, TRACED } from './trace.ts'

/** What came of one line. */
export interface LineRun {
  readonly line: string
  readonly output: string
  /** Names of the commands that bash ran for it, builtins included, and `name=` for an assignment. */
  readonly commands: readonly string[]
  /** Undefined where nothing can be traced. */
  readonly deeds: readonly Deed[] | undefined
}

const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`
const TIME_LIMIT_MS = 60_000

/** Where the output of a line goes, and what its shell said: a line that leaves something running must not be heard in the next. */
const outputFile = (place: FuzzPlace, at: number): string => `${place.own}/output-${at}`
const toldFile = (place: FuzzPlace, at: number): string => `${place.own}/told-${at}`

/**
 * The lines one after the other, each in a bash of its own as the program would start it, with nothing to read. The
 * shell tells on a descriptor of its own which commands it runs.
 */
const driverScript = (lines: readonly string[], place: FuzzPlace): string => {
  const parts = lines.map((line, at) => {
    const args = bashArguments(line, place).map(quote).join(' ')
    const files = `</dev/null >${outputFile(place, at)} 2>&1 9>${toldFile(place, at)}`
    return `: <${MARKER}${at}\n(exec -a bash ${BASH} ${args}) ${files}`
  })
  return ['exec 2>/dev/null', ...parts].join('\n')
}

/** Resolves whether it ended by itself, with all that it left running. */
const runDriver = async (
  [file = '', ...args]: readonly string[],
  options: { readonly cwd: string; readonly env: Record<string, string> },
): Promise<boolean> => {
  const child = spawn(file, args, { ...options, detached: true, stdio: 'ignore' })
  let late = false
  const timer = setTimeout(() => {
    late = true
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
  }, TIME_LIMIT_MS)
  try {
    await new Promise<void>((done, failed) => {
      child.on('close', () => done())
      child.on('error', failed)
    })
  } finally {
    clearTimeout(timer)
  }
  return !late
}

/** `++told:function|command words`: what the shell said it runs, between the start of the line and its end. */
const commandsIn = (told: string): readonly string[] => {
  const names: string[] = []
  let depth = 0
  for (const [, pluses = '', within = '', text = ''] of told.matchAll(/^(\++)told:(.*?)\|(.*)$/gm)) {
    if (within !== '') continue
    if (depth === 0) {
      // What the program wraps around a line ends with this word and the line.
      if (/^eval(?: |$)/.test(text)) depth = pluses.length
    } else if (pluses.length > depth) names.push(nameOf(text))
    else break
  }
  return names
}
const nameOf = (text: string): string => {
  const assigned = /^([A-Za-z_]\w*)\+?=/.exec(text)?.[1]
  if (assigned !== undefined) return `${assigned}=`
  const word = /^\S+/.exec(text)?.[0] ?? ''
  return /^'.*'$/.test(word) ? word.slice(1, -1) : word
}

/** Runs a batch. Undefined when it did not end in time. */
export const runLines = async (
  lines: readonly string[],
  place: FuzzPlace,
  how: { readonly traced: boolean; readonly language: string },
): Promise<readonly LineRun[] | undefined> => {
  const driver = `${place.own}/driver.sh`
  const log = `${place.own}/trace`
  writeFileSync(driver, driverScript(lines, place))
  const tracer = [
    'strace',
    '-f',
    '-y',
    '--seccomp-bpf',
    '-qq',
    '-s',
    '400',
    '-e',
    'signal=none',
    '-e',
    `trace=${TRACED}`,
  ]
  const bash = [BASH, '--noprofile', '--norc', driver]
  const env = { ...bashEnvironment(place, how.language), BASH_XTRACEFD: '9' }
  const command = how.traced ? [...tracer, '-o', log, ...bash] : bash
  if (!(await runDriver(command, { cwd: place.cwd, env }))) return undefined
  const deeds = how.traced ? deedsByLine(readFileSync(log, 'utf8')) : undefined
  return lines.map((line, at) => ({
    line,
    output: readFileSync(outputFile(place, at), 'latin1'),
    commands: commandsIn(readFileSync(toldFile(place, at), 'utf8')),
    deeds: deeds && (deeds.get(at) ?? []),
  }))
}
