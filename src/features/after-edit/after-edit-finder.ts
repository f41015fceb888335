import { isAbsolute, relative } from 'node:path'
import { compileIgnorePattern } from '../../lib/ignore-pattern.ts'
import { forModel, modelTexts } from '../../protocol/messages/model-texts.ts'
import type { AfterEditRow } from '../../protocol/tools/after-edit-row.ts'
import type { PromptLanguage } from '../../protocol/tools/both-languages.ts'
import type { ChangedFile, EditFinder, EditFinding, EditReport } from '../../protocol/tools/edit-finding.ts'
import { gistOf, type Problem, readProblems } from './read-problems.ts'

const says = modelTexts('after_edit_rows', {
  reformatted: {
    en: 'reformatted by {name}: lines {from:number}–{to:number} changed; read them before you edit them again',
    zh: '已由 {name} 重新格式化：第 {from:number}–{to:number} 行有变；再次编辑前请先读取',
  },
  rewritten: {
    en: 'reformatted by {name}: lines {from:number}–{to:number} are now {text}',
    zh: '已由 {name} 重新格式化：第 {from:number}–{to:number} 行现为 {text}',
  },
  late: {
    en: '{name} took longer than {seconds:number} s and was ended',
    zh: '{name} 超过 {seconds:number} 秒，已终止',
  },
  missing: { en: '{name} could not be run: {reason}', zh: '无法运行 {name}：{reason}' },
})

export interface RowRun {
  readonly command: string
  readonly variables: Readonly<Record<string, string>>
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

export interface RowEnd {
  readonly ended: 'exit' | 'timeout' | 'abort' | 'failed'
  readonly code: number | null
  readonly output: string
}

interface FileText {
  readonly text: string
  /** Which may be text in any encoding. */
  readonly bytes: Uint8Array
}

export interface AfterEditOptions {
  /** Those in force now. */
  rows(): readonly AfterEditRow[]
  cwd(): string
  run(run: RowRun): Promise<RowEnd>
  /** `undefined`: it is gone, or no text of a bearable size. */
  read(path: string): FileText | undefined
  /** A formatter has changed the file. */
  rewrote(path: string, before: Uint8Array, after: Uint8Array): void
  readonly language?: PromptLanguage | undefined
}

const TIMEOUT_MS = { format: 10_000, lint: 30_000, test: 120_000 } as const
/** More files at once were not changed one by one: a branch was switched. */
const MOST_FILES = 20
const NOTHING: EditReport = { findings: [] }
/** Longer pieces of a reformatted file are read again. */
const MOST_SHOWN = 160
/** Variable with the path, which a shell takes as one word however it is called. */
const FILE_VARIABLE = 'CAPSTAN_EDITED_FILE'

/** Runs the rows of the settings over files that were changed, and tells what is new. */
export class AfterEditFinder implements EditFinder {
  readonly #options: AfterEditOptions
  /** What was found the last time, by row and file. */
  readonly #known = new Map<string, ReadonlySet<string>>()
  readonly #toldFaults = new Set<string>()

  constructor(options: AfterEditOptions) {
    this.#options = options
  }

  concerns(files: readonly ChangedFile[]): boolean {
    return this.#pairs(files, 'check').length > 0
  }

  /** One after the other: two may change the same file. */
  async reshape(files: readonly ChangedFile[], signal: AbortSignal): Promise<EditReport> {
    const findings: EditFinding[] = []
    const followed: string[] = []
    for (const pair of this.#pairs(files, 'format')) {
      const report = await this.#format(pair, signal)
      findings.push(...report.findings)
      followed.push(...(report.followed ?? []))
    }
    return { findings, followed }
  }

  async look(files: readonly ChangedFile[], signal: AbortSignal): Promise<EditReport> {
    const reports: EditReport[] = []
    for (const pair of this.#pairs(files, 'check')) {
      if (signal.aborted) break
      reports.push(await this.#check(pair, signal))
    }
    return {
      findings: reports.flatMap(({ findings }) => findings),
      mended: reports.flatMap(({ mended = [] }) => mended),
    }
  }

  #pairs(files: readonly ChangedFile[], what: 'format' | 'check'): readonly Pair[] {
    const cwd = this.#options.cwd()
    const rows = this.#options.rows().filter(({ kind }) => (kind === 'format') === (what === 'format'))
    const few = files.slice(0, MOST_FILES)
    return rows.flatMap(row =>
      few.filter(({ path }) => fits(row, path, cwd)).map((file): Pair => ({ row, file })),
    )
  }

  async #start({ row, file }: Pair, signal: AbortSignal): Promise<TimedEnd> {
    const { timeoutMs = TIMEOUT_MS[row.kind ?? 'lint'] } = row
    // In quotes of its own: a name cannot become a command.
    const command = row.run.replaceAll(/"\{file\}"|'\{file\}'|\{file\}/g, `"$${FILE_VARIABLE}"`)
    const variables = { [FILE_VARIABLE]: file.path }
    return { ...(await this.#options.run({ command, variables, timeoutMs, signal })), timeoutMs }
  }

  async #format(pair: Pair, signal: AbortSignal): Promise<EditReport> {
    const { path } = pair.file
    const { read, rewrote, language } = this.#options
    const before = read(path)
    if (before === undefined) return NOTHING
    const faults = this.#faults(pair, await this.#start(pair, signal))
    const after = read(path)
    if (after === undefined || Buffer.compare(after.bytes, before.bytes) === 0) return { findings: faults }
    rewrote(path, before.bytes, after.bytes)
    const { from, to } = changedLines(before.text, after.text)
    const now = after.text.split('\n')
    const shown = now.slice(from - 1, to).join(' ⏎ ')
    const isTold = shown.length <= MOST_SHOWN && now.length === before.text.split('\n').length
    const values = { name: nameOf(pair.row), from, to }
    const said = isTold ? says('rewritten', { ...values, text: shown }) : says('reformatted', values)
    const finding = {
      kind: 'format',
      path,
      severity: 'info',
      line: from,
      text: forModel(said, language),
    } as const
    return { findings: [...faults, finding], ...(isTold ? { followed: [path] } : {}) }
  }

  async #check(pair: Pair, signal: AbortSignal): Promise<EditReport> {
    const end = await this.#start(pair, signal)
    const { row, file } = pair
    const faults = this.#faults(pair, end)
    if (end.ended !== 'exit' || isMissing(end)) return { findings: faults }
    const problems = problemsOf(pair, end, this.#options.cwd())
    const key = JSON.stringify([row.glob, row.run, file.path])
    const before = this.#known.get(key)
    const now = new Set(problems.map(keyOf))
    this.#known.set(key, now)
    const isNew = (problem: Problem): boolean =>
      before ? !before.has(keyOf(problem)) : isTouched(problem, file, this.#options)
    const count = [...(before ?? [])].filter(each => !now.has(each)).length
    return {
      findings: [...faults, ...problems.filter(isNew).map(each => ({ ...each, kind: row.kind ?? 'lint' }))],
      ...(count > 0 ? { mended: [{ path: file.path, count }] } : {}),
    }
  }

  /** That a row cannot be run is said once. */
  #faults({ row, file }: Pair, end: TimedEnd): readonly EditFinding[] {
    const text = faultOf(nameOf(row), end, this.#options.language)
    if (text === undefined || this.#toldFaults.has(text)) return []
    this.#toldFaults.add(text)
    return [{ kind: row.kind ?? 'lint', path: file.path, severity: 'info', text }]
  }
}

type TimedEnd = RowEnd & Pick<RowRun, 'timeoutMs'>

interface Pair {
  readonly row: AfterEditRow
  readonly file: ChangedFile
}

/** Files outside of the project are not the rows' business. */
const fits = ({ glob }: AfterEditRow, path: string, cwd: string): boolean => {
  const below = relative(cwd, path)
  if (below === '' || below.startsWith('..') || isAbsolute(below)) return false
  return choicesIn(glob).some(each =>
    compileIgnorePattern(each, { ignoreCase: false }).matches(below, 'file'),
  )
}

const MOST_CHOICES = 50

/** `*.{ts,tsx}` is two patterns. */
const choicesIn = (glob: string): readonly string[] => {
  let globs = [glob]
  while (globs.length <= MOST_CHOICES) {
    const at = globs.findIndex(each => BRACES.test(each))
    const [whole, before = '', inner = '', behind = ''] = BRACES.exec(globs[at] ?? '') ?? []
    if (whole === undefined) break
    globs = globs.toSpliced(at, 1, ...inner.split(',').map(choice => before + choice + behind))
  }
  return globs
}

const BRACES = /^(.*?)\{([^{}]*)\}(.*)$/s

const nameOf = ({ run }: AfterEditRow): string => {
  const name = run
    .replaceAll(/["']?\{file\}["']?/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return name.length > 60 ? `${name.slice(0, 59)}…` : name
}

const isMissing = ({ code }: RowEnd): boolean => code === 126 || code === 127

const faultOf = (name: string, end: TimedEnd, language: PromptLanguage | undefined): string | undefined => {
  if (end.ended === 'timeout')
    return forModel(says('late', { name, seconds: Math.round(end.timeoutMs / 1000) }), language)
  if (end.ended === 'failed' || isMissing(end))
    return forModel(says('missing', { name, reason: gistOf(end.output) }), language)
  return undefined
}

const keyOf = ({ path, severity, text }: Problem): string => JSON.stringify([path, severity, text])

/** A program that is content has found nothing, whatever it prints; one that is not, and names no place, has a reason. */
const problemsOf = ({ file }: Pair, { code, output }: RowEnd, cwd: string): readonly Problem[] => {
  const placed = readProblems(output, cwd)
  if (code === 0) return placed.filter(({ severity }) => severity !== 'info')
  if (placed.length > 0) return placed
  return [{ path: file.path, severity: 'error', text: gistOf(output) }]
}

/** The first time nobody knows what was there before: what lies in the lines that changed is new, and what has no line. */
const isTouched = (
  { path, line }: Problem,
  file: ChangedFile,
  { read }: Pick<AfterEditOptions, 'read'>,
): boolean => {
  if (path !== file.path || line === undefined || file.before === undefined || file.before === null)
    return true
  const { from, to } = changedLines(file.before, read(path)?.text ?? '')
  return line >= from - 1 && line <= to + 1
}

/** Lines of the text as it is now, from the first that is another one to the last. */
const changedLines = (before: string, after: string): { readonly from: number; readonly to: number } => {
  const [was, is] = [before.split('\n'), after.split('\n')]
  let from = 0
  while (from < is.length && is[from] === was[from]) from += 1
  let tail = 0
  while (tail < is.length - from && tail < was.length - from && is.at(-1 - tail) === was.at(-1 - tail))
    tail += 1
  return { from: from + 1, to: Math.max(from + 1, is.length - tail) }
}
