import { hash } from 'node:crypto'
import { appendFileSync, closeSync, constants, openSync, readFileSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { makeDirectories } from '../../lib/files/make-directories.ts'
import type { ScriptAnswer, ScriptCall } from '../../lib/script-engine/messages.ts'
import { type Steps, Turns } from '../../lib/work/in-steps.ts'
import type { CallEffect } from '../../protocol/context.ts'
import type { SeenFile } from '../../protocol/tool.ts'
import type { ScriptCallRow } from '../../protocol/tools/script-call.ts'

/** What a call came to, as the script heard it. */
export interface RecordedCall {
  readonly id: number
  readonly print: string
  readonly answer: Omit<ScriptAnswer, 'id'>
  readonly state: ScriptCallRow['state']
  readonly effects: readonly CallEffect[]
  readonly remarks: readonly string[]
}

/** A call that began to act. */
export interface BegunCall {
  readonly id: number
  /** It only looks: made again, it does no harm. */
  readonly look: boolean
  /** What it was about to do. */
  readonly effects: readonly CallEffect[]
}

type Line =
  | { readonly t: 'script'; readonly print: string; readonly startedAt: number }
  | ({ readonly t: 'begun' } & BegunCall)
  /** Of a long answer a piece, before the line that ends its call; what else is written may stand in between. */
  | { readonly t: 'part'; readonly id: number; readonly at: number; readonly json: string }
  | ({ readonly t: 'ended' } & RecordedCall)
  | { readonly t: 'seen'; readonly path: string; readonly seen: SeenFile }

/** Past this a script cannot be gone on with any more. */
const MOST_BYTES = 256 * 1024 ** 2
/** Written in one step. */
const PIECE_CHARS = 64 * 1024
/** For results that the same script will ask for: one that asks for other things is not the same. */
const TURN_MS = 10_000

/**
 * What a script did, on disk before anybody relies on it, so that after a kill it can be run again from its beginning
 * with the same answers in the same order. Each call is written down before it acts and when it has its answer.
 */
export class Journal {
  /** What is there is of another script: nothing of it may be done again. */
  readonly isOther: boolean
  /** The clock of the script began here. */
  readonly startedAt: number
  readonly seen: readonly (readonly [path: string, seen: SeenFile])[]
  readonly #path: string
  readonly #turns = new Turns()
  readonly #begun = new Map<number, BegunCall>()
  readonly #ended = new Map<number, RecordedCall>()
  readonly #order: readonly number[]
  readonly #waiting = new Map<number, () => void>()
  readonly #all = Promise.withResolvers<void>()
  #delivered = 0
  #bytes = 0
  #fd: number | undefined

  /** Goes on with what is there, if it is of this code. Throws what the file system throws. */
  constructor(path: string, script: { readonly code: string; readonly now: number }) {
    const print = printOf(script.code)
    const lines = readLines(path)
    const [first] = lines
    const known = first?.t === 'script' && first.print === print ? lines : []
    this.isOther = known.length === 0 && lines.some(({ t }) => t === 'begun' || t === 'ended')
    this.#path = path
    this.startedAt = first?.t === 'script' && known.length > 0 ? first.startedAt : script.now
    const parts = new Map<number, string[]>()
    for (const line of known) {
      if (line.t === 'begun') this.#begun.set(line.id, line)
      if (line.t === 'part')
        parts.set(line.id, [...(line.at === 0 ? [] : (parts.get(line.id) ?? [])), line.json])
      if (line.t === 'ended') this.#ended.set(line.id, whole(line, parts.get(line.id)))
    }
    this.seen = known.flatMap(line => (line.t === 'seen' ? [[line.path, line.seen] as const] : []))
    this.#order = [...this.#ended.keys()]
    if (this.#order.length === 0) this.#all.resolve()
    if (this.isOther) return
    makeDirectories(dirname(path), 0o700)
    const { O_WRONLY, O_CREAT, O_APPEND, O_TRUNC, O_NOFOLLOW } = constants
    const how = O_WRONLY | O_CREAT | O_NOFOLLOW | (known.length === 0 ? O_TRUNC : O_APPEND)
    this.#fd = openSync(path, how, 0o600)
    if (known.length === 0) this.#write({ t: 'script', print, startedAt: this.startedAt })
    else appendFileSync(this.#fd, '\n')
  }

  /** What this call came to before; `changed`: an earlier run made another one in its place. */
  past(call: ScriptCall): RecordedCall | 'changed' | undefined {
    const known = this.#ended.get(call.id)
    return known && known.print !== callPrint(call) ? 'changed' : known
  }

  /** It began to act before, and nobody knows what came of it. */
  unfinished(id: number): BegunCall | undefined {
    const begun = this.#ended.has(id) ? undefined : this.#begun.get(id)
    return begun?.look === false ? begun : undefined
  }

  /** Resolves when all answers that came before this one have been given; without an id, all that are known. */
  async turn(id?: number): Promise<void> {
    const at = id === undefined ? -1 : this.#order.indexOf(id)
    if (at === this.#delivered) return
    const own = Promise.withResolvers<void>()
    if (at >= 0) this.#waiting.set(at, own.resolve)
    const late = Promise.withResolvers<void>()
    const timer = setTimeout(late.resolve, TURN_MS)
    await Promise.race([at >= 0 ? own.promise : this.#all.promise, late.promise])
    clearTimeout(timer)
  }

  /** The answer whose turn it was is on its way to the script. */
  delivered(): void {
    this.#delivered += 1
    const next = this.#waiting.get(this.#delivered)
    if (this.#delivered >= this.#order.length) setImmediate(this.#all.resolve)
    else if (next) setImmediate(next)
  }

  begins(call: BegunCall): void {
    this.#begun.set(call.id, call)
    this.#write({ t: 'begun', ...call })
  }

  /** On disk when it resolves. A long answer is written piece by piece, for others to have their turns. */
  async ends(call: ScriptCall, made: Omit<RecordedCall, 'id' | 'print'>): Promise<void> {
    const { id } = call
    const { answer } = made
    const isLong = answer.json.length > PIECE_CHARS
    if (isLong) await this.#turns.run(this.#writeParts(id, answer.json))
    const shown = isLong ? { ...made, answer: { ...answer, json: '' } } : made
    this.#write({ t: 'ended', id, print: callPrint(call), ...shown })
  }

  *#writeParts(id: number, json: string): Steps<void> {
    for (let at = 0; at < json.length; at += PIECE_CHARS) {
      this.#write({ t: 'part', id, at, json: json.slice(at, at + PIECE_CHARS) })
      yield
    }
  }

  saw(path: string, seen: SeenFile): void {
    this.#write({ t: 'seen', path, seen })
  }

  /** Nothing more is written; the file stays until the result of the script is on disk. */
  close(): void {
    if (this.#fd !== undefined) closeSync(this.#fd)
    this.#fd = undefined
  }

  #write(line: Line): void {
    if (this.#fd === undefined) return
    const text = `${JSON.stringify(line)}\n`
    this.#bytes += text.length
    if (this.#bytes <= MOST_BYTES) {
      appendFileSync(this.#fd, text)
      return
    }
    // Better none than one that ends in the middle: what it lacks would be done twice.
    this.close()
    rmSync(this.#path, { force: true })
  }
}

const whole = (ended: RecordedCall, parts: readonly string[] | undefined): RecordedCall =>
  parts && ended.answer.json === '' ? { ...ended, answer: { ...ended.answer, json: parts.join('') } } : ended

const callPrint = ({ method, name, json }: ScriptCall): string => printOf(`${method} ${name} ${json}`)

const printOf = (text: string): string => hash('sha256', text).slice(0, 32)

/** What was torn when its writer was killed does not count. */
const readLines = (path: string): readonly Line[] => {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
  return text.split('\n').flatMap((line): readonly Line[] => {
    try {
      return line === '' ? [] : [JSON.parse(line) as Line]
    } catch {
      return []
    }
  })
}
