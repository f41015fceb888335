import { isObject } from '../../lib/is-object.ts'
import type { Steps } from '../../lib/work/in-steps.ts'

export interface FittedJson {
  readonly json: string
  /** A list or text has lost its end; an object says so itself. */
  readonly cut?: true
}

/** A value as JSON of at most so many characters. What is left out is said: an object gets `truncated`. */
export function* fitJson(value: unknown, most: number): Steps<FittedJson> {
  const json = yield* jsonOf(value)
  yield
  if (json.length <= most) return { json }
  if (typeof value === 'string') return { json: yield* shortText(value, most), cut: true }
  if (Array.isArray(value)) return { json: yield* firstOf(value, most), cut: true }
  if (!isObject(value)) return { json: 'null', cut: true }
  const sized: (readonly [key: string, json: string])[] = []
  for (const [key, field] of Object.entries(value))
    if (field !== undefined) sized.push([key, yield* jsonOf(field)])
  const [largest = '', { length: size } = ''] = sized.reduce(
    (a, b) => (b[1].length > a[1].length ? b : a),
    ['', ''],
  )
  const left = Math.max(2, most - (json.length - size) - 20)
  const short = yield* fitJson(value[largest], left)
  yield
  const fields = sized.map(([key, field]) => `${JSON.stringify(key)}:${key === largest ? short.json : field}`)
  return {
    json: `{${[...fields.filter(field => !field.startsWith('"truncated":')), '"truncated":true'].join(',')}}`,
  }
}

/** Made into JSON in one step. */
const PIECE_CHARS = 64 * 1024

/** As JSON.stringify makes it of plain data. */
function* jsonOf(value: unknown): Steps<string> {
  if (isSmall(value)) return JSON.stringify(value) ?? 'null'
  if (typeof value === 'string') return yield* textJson(value)
  if (Array.isArray(value)) return `[${(yield* itemsJson(value)).join(',')}]`
  if (!isObject(value) || 'toJSON' in value) return JSON.stringify(value) ?? 'null'
  const fields: string[] = []
  for (const [key, field] of Object.entries(value)) {
    if (field === undefined || typeof field === 'function') continue
    fields.push(`${JSON.stringify(key)}:${yield* jsonOf(field)}`)
    yield
  }
  return `{${fields.join(',')}}`
}

function* itemsJson(items: readonly unknown[]): Steps<readonly string[]> {
  const made: string[] = []
  for (const item of items) {
    made.push(yield* jsonOf(item))
    if (made.length % ITEMS_AT_ONCE === 0) yield
  }
  return made
}

const ITEMS_AT_ONCE = 100

function* textJson(text: string): Steps<string> {
  const pieces: string[] = []
  for (const piece of piecesOf(text)) {
    pieces.push(JSON.stringify(piece).slice(1, -1))
    yield
  }
  const json = pieces.join('')
  yield
  return `"${json}"`
}

/** Never in the middle of a surrogate pair: both halves would be written as escapes. */
function* piecesOf(text: string): Generator<string> {
  for (let from = 0; from < text.length; ) {
    const end = from + PIECE_CHARS
    const last = text.charCodeAt(end - 1)
    const to = end < text.length && last >= 0xd800 && last < 0xdc00 ? end - 1 : end
    yield text.slice(from, to)
    from = to
  }
}

/** Looks no further than it has to. */
const isSmall = (value: unknown): boolean => roomAfter(value, PIECE_CHARS) > 0

const roomAfter = (value: unknown, room: number): number => {
  if (typeof value === 'string') return room - value.length
  if (typeof value !== 'object' || value === null) return room - 8
  let left = room - 8
  if (Array.isArray(value))
    for (let at = 0; at < value.length && left > 0; at += 1) left = roomAfter(value[at], left)
  else
    for (const key in value) {
      if (left <= 0) break
      left = roomAfter((value as Readonly<Record<string, unknown>>)[key], left - key.length)
    }
  return left
}

/** A sign may take six in JSON: the last piece is shortened until it fits. */
function* shortText(text: string, most: number): Steps<string> {
  const kept: string[] = []
  let room = most - 2
  for (const piece of piecesOf(text)) {
    const json = JSON.stringify(piece).slice(1, -1)
    if (json.length > room) {
      kept.push(beginning(piece, room))
      break
    }
    kept.push(json)
    room -= json.length
    yield
  }
  return `"${kept.join('')}"`
}

const beginning = (text: string, most: number): string => {
  let kept = text.slice(0, Math.max(0, most))
  for (;;) {
    const json = JSON.stringify(kept).slice(1, -1)
    if (json.length <= most || kept === '') return json
    kept = kept.slice(0, Math.max(0, kept.length - Math.max(json.length - most, 1)))
  }
}

function* firstOf(items: readonly unknown[], most: number): Steps<string> {
  const kept: string[] = []
  let length = 2
  for (const item of items) {
    const json = yield* jsonOf(item)
    length += json.length + 1
    if (length > most) break
    kept.push(json)
    if (kept.length % ITEMS_AT_ONCE === 0) yield
  }
  return `[${kept.join(',')}]`
}
