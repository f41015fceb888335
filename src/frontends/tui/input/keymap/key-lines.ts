/** Names from the outermost value inwards, joined by a sign that no name in such a file holds. */
const SEPARATOR = '\u0000'
export const pathKey = (...names: readonly (string | number)[]): string => names.join(SEPARATOR)

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s"{}[\],:]+|\n/g

interface Level {
  readonly list: boolean
  /** Of the value that is being read. */
  name: string | number
}

/** On which line each name (or place in a list) of a JSON text stands. The text must be valid. */
export const keyLines = (text: string): ReadonlyMap<string, number> => {
  const lines = new Map<string, number>()
  const levels: Level[] = []
  let line = 1
  let last = ''
  for (const [token] of text.matchAll(TOKEN)) {
    const level = levels.at(-1)
    if (token === '\n') line += 1
    else if (token === '{' || token === '[') {
      if (level?.list) note(lines, levels, line)
      levels.push({ list: token === '[', name: token === '[' ? 0 : '' })
    } else if (token === '}' || token === ']') levels.pop()
    else if (token === ',' && level?.list) level.name = Number(level.name) + 1
    else if (token === ':' && level) {
      level.name = String(JSON.parse(last))
      note(lines, levels, line)
    } else if (level?.list && token !== ',') note(lines, levels, line)
    if (token !== '\n') last = token
  }
  return lines
}

const note = (lines: Map<string, number>, levels: readonly Level[], line: number): void => {
  const path = pathKey(...levels.map(level => level.name))
  if (!lines.has(path)) lines.set(path, line)
}
