import { isObject } from '../../lib/is-object.ts'

export interface FittedJson {
  readonly json: string
  /** A list or text has lost its end; an object says so itself. */
  readonly cut?: true
}

/** A value as JSON of at most so many characters. What is left out is said: an object gets `truncated`. */
export const fitJson = (value: unknown, most: number): FittedJson => {
  const json = JSON.stringify(value) ?? 'null'
  if (json.length <= most) return { json }
  if (typeof value === 'string') return { json: JSON.stringify(shortText(value, most)), cut: true }
  if (Array.isArray(value)) return { json: firstOf(value, most), cut: true }
  if (!isObject(value)) return { json: 'null', cut: true }
  const sized = Object.entries(value).map(
    ([key, field]) => [key, (JSON.stringify(field) ?? '').length] as const,
  )
  const [largest = '', size = 0] = sized.reduce((a, b) => (b[1] > a[1] ? b : a), ['', 0])
  const left = Math.max(2, most - (json.length - size) - 20)
  const short = fitJson(value[largest], left)
  return { json: JSON.stringify({ ...value, [largest]: JSON.parse(short.json), truncated: true }) }
}

/** A sign may take six in JSON: shortened until it fits. */
const shortText = (text: string, most: number): string => {
  let kept = text.slice(0, Math.max(0, most - 2))
  for (;;) {
    const over = JSON.stringify(kept).length - most
    if (over <= 0 || kept === '') return kept
    kept = kept.slice(0, Math.max(0, kept.length - Math.max(over, 1)))
  }
}

const firstOf = (items: readonly unknown[], most: number): string => {
  const kept: string[] = []
  let length = 2
  for (const item of items) {
    const json = JSON.stringify(item) ?? 'null'
    length += json.length + 1
    if (length > most) break
    kept.push(json)
  }
  return `[${kept.join(',')}]`
}
