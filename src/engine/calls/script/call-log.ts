import { escapeLine } from '../../../lib/escape-text.ts'
import { inEnglish } from '../../../protocol/messages/localized-text.ts'
import type { Subject } from '../../../protocol/messages/presentation.ts'
import type { Tool } from '../../../protocol/tool.ts'
import type { ScriptOutput } from '../../../protocol/tools/script.ts'
import type { ScriptCallRow } from '../../../protocol/tools/script-call.ts'

const MOST_ROWS = 200
const MOST_LIVE = 20
const ABOUT_CHARS = 120
/** Of what may be long: more is not shown. */
const LOOKED_AT = 1_000
const TELL_MS = 100
const SIGNS = { running: '…', done: '✓', failed: '✗', denied: '✗' } as const

type Row = { -readonly [K in keyof ScriptCallRow]: ScriptCallRow[K] }

/** What a script does, as it does it: its calls and what it prints, in their order. */
export class CallLog {
  readonly #tell: (text: string) => void
  readonly #rows: Row[] = []
  readonly #recent: (Row | string)[] = []
  readonly #counts = new Map<string, { count: number; failed: number }>()
  #timer: NodeJS.Timeout | undefined

  /** `tell` hears of the last lines, not more often than a person can read. */
  constructor(tell: (text: string) => void) {
    this.#tell = tell
  }

  /** How often this tool was called before. */
  before(tool: string): number {
    return this.#counts.get(tool)?.count ?? 0
  }

  begun(tool: string, about: string, line: number | undefined): Row {
    const row: Row = { tool, about, state: 'running', ...(line === undefined ? {} : { line }) }
    const counts = this.#counts.get(tool) ?? { count: 0, failed: 0 }
    this.#counts.set(tool, { ...counts, count: counts.count + 1 })
    if (this.#rows.length < MOST_ROWS) this.#rows.push(row)
    this.#add(row)
    return row
  }

  ended(row: Row, state: Row['state']): void {
    row.state = state
    const counts = this.#counts.get(row.tool)
    if (counts && state !== 'done') counts.failed += 1
    this.#soon()
  }

  printed(text: string): void {
    for (const line of text.replace(/\n$/, '').split('\n').slice(-MOST_LIVE)) this.#add(line)
  }

  get made(): Pick<ScriptOutput, 'calls' | 'tree'> {
    const calls = [...this.#counts].map(([tool, counts]) => ({ tool, ...counts }))
    return { calls, tree: this.#rows }
  }

  close(): void {
    clearTimeout(this.#timer)
  }

  #add(each: Row | string): void {
    this.#recent.push(each)
    if (this.#recent.length > 2 * MOST_LIVE) this.#recent.splice(0, this.#recent.length - MOST_LIVE)
    this.#soon()
  }

  #soon(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      this.#tell(this.#recent.slice(-MOST_LIVE).map(lineOf).join('\n'))
    }, TELL_MS)
  }
}

const lineOf = (each: ScriptCallRow | string): string =>
  typeof each === 'string' ? each : `${SIGNS[each.state]} ${each.tool} ${each.about}`

/** What a call is about, in a few words. */
export const aboutCall = (tool: Tool | undefined, input: unknown): string =>
  escapeLine(
    (tool ? textOf(tool.present(input).subject, input) : (JSON.stringify(input) ?? '')).slice(0, LOOKED_AT),
    ABOUT_CHARS,
  )

const textOf = (subject: Subject, input: unknown): string => {
  switch (subject.type) {
    case 'file':
      return subject.path
    case 'command':
      return subject.command
    case 'search':
      return [subject.pattern, subject.path ?? subject.glob ?? ''].join(' ').trim()
    case 'input':
      return JSON.stringify(input) ?? ''
    default:
      return inEnglish(subject.text)
  }
}
