import { createPermissions } from '../../../../src/features/permissions/permissions.ts'
import { readShell } from '../../../../src/features/permissions/shell/reading.ts'
import type { ShellReader, SimpleCommand } from '../../../../src/lib/shell/command.ts'
import { loadShellReader } from '../../../../src/lib/shell/lower.ts'
import { baseName } from '../../../../src/lib/shell/unwrap.ts'
import type { Policy } from '../../../../src/protocol/permission.ts'
import { settled } from '../settled.ts'
import { Dice } from './dice.ts'
import type { FuzzPlace } from './fuzz-place.ts'
import { type Expected, whatWentWrong } from './judge-run.ts'
import { randomLine, readCorpus } from './lines.ts'
import { commandsOfScript } from './product-run.ts'
import { type LineRun, runLines } from './run-lines.ts'

export interface Finding {
  readonly line: string
  readonly wrong: readonly string[]
}

export interface FuzzReport {
  readonly lines: number
  readonly allowed: number
  /** Allowed ones that were really run; the same line is run once, one that refreshes the index never. */
  readonly executed: number
  /** Programs and builtins that ran in at least one of them. */
  readonly ran: ReadonlySet<string>
  readonly findings: readonly Finding[]
}

const BATCH = 120
/** Allowed lines that further ones are made from. */
const POOL = 400

export interface Judged {
  readonly line: string
  readonly allowed: boolean
  readonly expected: Expected
}

/** Judges lines as the program does, in a trusted folder without rules. */
export const createJudge = async (place: FuzzPlace): Promise<(line: string) => Promise<Judged>> => {
  const permissions = createPermissions({ now: settled })
  const read = await loadShellReader()
  const { cwd, home } = place
  const policy: Policy = { mode: 'default', rules: [], roots: [cwd], cwd, home, caseSensitive: true }
  return async line => {
    const accesses = [{ kind: 'shell' as const, command: line }]
    const { verdict } = await permissions.judge(
      { toolName: 'Bash', input: { command: line }, accesses },
      policy,
    )
    return { line, allowed: verdict === 'allow', expected: expectedOf(line, place, read) }
  }
}

const expectedOf = (line: string, place: FuzzPlace, read: ShellReader): Expected => {
  const { parts } = readShell(line, { cwd: place.cwd, home: place.home, read })
  const views = parts.flatMap(part => part.views)
  const names = views.flatMap(view => (view.words[0] ? [baseName(view.words[0].text)] : []))
  return {
    names: new Set([...names, ...commandsOfScript(line, place)]),
    assigned: new Set(views.flatMap(view => view.assignments.map(one => one.name))),
    walks: parts.some(part => part.look.ok && part.look.recursive),
    refreshes: views.some(isRefresh),
  }
}

/** `git describe --dirty` notes in the index which files it found unchanged; git has no setting against it. */
const isRefresh = ({ words }: SimpleCommand): boolean =>
  words.some(word => word.text === 'describe') && words.some(word => word.text.startsWith('--dirty'))

/** Runs lines that were allowed and says what they did that they should not have. */
export const runAllowed = async (
  allowed: readonly Judged[],
  place: FuzzPlace,
  how: { readonly traced: boolean; readonly language: string },
): Promise<{ readonly runs: readonly LineRun[]; readonly findings: readonly Finding[] }> => {
  const before = place.snapshot()
  const lines = allowed.map(one => one.line)
  const runs = await runLines(lines, place, how)
  const isSame = place.snapshot() === before
  const findings = (runs ?? []).flatMap((run, at) => {
    const expected = allowed[at]?.expected
    const wrong = expected ? whatWentWrong(run, expected, place) : []
    return wrong.length > 0 ? [{ line: run.line, wrong }] : []
  })
  if (runs && isSame) return { runs, findings }
  place.restore()
  if (runs && findings.length > 0) return { runs, findings }
  const why = runs ? 'changes files' : 'does not end'
  if (allowed.length === 1)
    return { runs: runs ?? [], findings: [...findings, { line: lines[0] ?? '', wrong: [why] }] }
  // One of them is to blame: each half on its own finds it.
  const half = Math.ceil(allowed.length / 2)
  const one = await runAllowed(allowed.slice(0, half), place, how)
  const other = await runAllowed(allowed.slice(half), place, how)
  return {
    runs: [...one.runs, ...other.runs],
    findings: [...findings, ...one.findings, ...other.findings],
  }
}

/** Draws lines, judges them and runs those that are allowed. */
export const fuzzShell = async (
  place: FuzzPlace,
  options: { readonly seed: number; readonly lines: number; readonly traced: boolean },
): Promise<FuzzReport> => {
  const judge = await createJudge(place)
  const dice = new Dice(options.seed)
  const corpus = readCorpus()
  const seen = new Set<string>()
  const pool: string[] = []
  const ran = new Set<string>()
  const findings: Finding[] = []
  let waiting: Judged[] = []
  let allowed = 0
  let executed = 0
  let batches = 0
  const flush = async (): Promise<void> => {
    const language = batches % 2 === 0 ? 'C' : 'C.UTF-8'
    const done = await runAllowed(waiting, place, { traced: options.traced, language })
    batches += 1
    executed += done.runs.length
    for (const run of done.runs) for (const name of run.commands) ran.add(name)
    findings.push(...done.findings)
    waiting = []
  }
  for (let at = 0; at < options.lines; at += 1) {
    const judged = await judge(randomLine(dice, corpus, pool))
    if (!judged.allowed) continue
    allowed += 1
    if (seen.has(judged.line) || judged.expected.refreshes) continue
    seen.add(judged.line)
    pool[(seen.size - 1) % POOL] = judged.line
    waiting.push(judged)
    if (waiting.length === BATCH) await flush()
  }
  if (waiting.length > 0) await flush()
  return { lines: options.lines, allowed, executed, ran, findings }
}
