/** Where values stand in a JSON text that is known to be valid, so that one can be changed and the rest left alone. */
export interface JsonSpan {
  readonly start: number
  readonly end: number
}
export interface JsonMember extends JsonSpan {
  readonly key: string
  readonly keyStart: number
}

/** The elements of the list that begins at `at`. */
export const jsonElements = (text: string, at: number): readonly JsonSpan[] => {
  const found: JsonSpan[] = []
  let next = skipBlank(text, at + 1)
  while (text[next] !== ']') {
    const end = valueEnd(text, next)
    found.push({ start: next, end })
    next = skipBlank(text, end)
    if (text[next] === ',') next = skipBlank(text, next + 1)
  }
  return found
}

/** The members of the object that begins at `at`; the spans are those of the values. */
export const jsonMembers = (text: string, at: number): readonly JsonMember[] => {
  const found: JsonMember[] = []
  let next = skipBlank(text, at + 1)
  while (text[next] !== '}') {
    const keyEnd = valueEnd(text, next)
    const start = skipBlank(text, skipBlank(text, keyEnd) + 1)
    const end = valueEnd(text, start)
    found.push({ key: JSON.parse(text.slice(next, keyEnd)) as string, keyStart: next, start, end })
    next = skipBlank(text, end)
    if (text[next] === ',') next = skipBlank(text, next + 1)
  }
  return found
}

/** The member that counts when a key occurs twice. */
export const jsonMember = (text: string, at: number, key: string): JsonMember | undefined =>
  jsonMembers(text, at).findLast(member => member.key === key)

export const skipBlank = (text: string, at: number): number => {
  let next = at
  while (next < text.length && ' \t\r\n'.includes(text[next] ?? '')) next++
  return next
}

const valueEnd = (text: string, at: number): number => {
  const first = text[at]
  if (first === '"') return stringEnd(text, at)
  if (first === '{' || first === '[') return nestedEnd(text, at)
  let end = at
  while (end < text.length && !',]} \t\r\n'.includes(text[end] ?? '')) end++
  return end
}

const stringEnd = (text: string, at: number): number => {
  for (let end = text.indexOf('"', at + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let slashes = 0
    while (text[end - 1 - slashes] === '\\') slashes++
    if (slashes % 2 === 0) return end + 1
  }
  throw new Error('a JSON string does not end')
}

const nestedEnd = (text: string, at: number): number => {
  let depth = 0
  let next = at
  while (next < text.length) {
    const sign = text[next]
    if (sign === '"') {
      next = stringEnd(text, next)
      continue
    }
    if (sign === '{' || sign === '[') depth++
    if (sign === '}' || sign === ']') depth--
    next++
    if (depth === 0) return next
  }
  throw new Error('a JSON value does not end')
}
