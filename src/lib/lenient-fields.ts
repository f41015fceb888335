type Fields = Readonly<Record<string, unknown>>

/** Keys of heads that somebody here reads; any other word before a colon is text. */
const KEYS: ReadonlySet<string> = new Set(
  `name description when_to_use when-to-use argument-hint arguments allowed-tools disallowed-tools tools
  disallowedTools model effort context agent background user-invocable disable-model-invocation paths hooks shell
  version license metadata compatibility permissionMode maxTurns isolation color skills mcpServers memory
  initialPrompt requiredMcpServers criticalSystemReminder_EXPERIMENTAL keep-coding-instructions`.split(/\s+/),
)

/** Nobody reads it. */
const OTHER = ''

/** What goes on at the left edge is still their text; a list of tools ends there. */
const TEXTS: ReadonlySet<string> = new Set([
  OTHER,
  'description',
  'when_to_use',
  'when-to-use',
  'initialPrompt',
])

const KEY_LINE = /^([A-Za-z][\w-]*)[ \t]*:(?:[ \t]+|$)/

interface Chunk {
  readonly key: string
  readonly lines: string[]
}

/**
 * A head that is not YAML, as people mean it: a known key at the left edge begins a value, and the value goes on until
 * the next one. A value that is YAML by itself counts as that, any other as text. Undefined where no key is known, or
 * one that is no text goes on at the left edge or stands there twice.
 */
export const readLenientFields = (head: string, parseYaml: (text: string) => unknown): Fields | undefined => {
  const chunks = chunksOf(dedent(head.replaceAll('\r', '').replaceAll('\t', '  ').split('\n')))
  return chunks && chunks.length > 0
    ? Object.fromEntries(chunks.map(chunk => [chunk.key, readValue(chunk, parseYaml)]))
    : undefined
}

const chunksOf = (lines: readonly string[]): readonly Chunk[] | undefined => {
  const chunks: Chunk[] = []
  for (const line of lines) {
    const key = KEY_LINE.exec(line)?.[1]
    const last = chunks.at(-1)
    if (key !== undefined && KEYS.has(key) && !chunks.some(chunk => chunk.key === key))
      chunks.push({ key, lines: [line] })
    // An example in a description may have lines that look like keys.
    else if (last && (TEXTS.has(last.key) || /^(?:\s|-|$)/.test(line))) last.lines.push(line)
    else if (key !== undefined && !KEYS.has(key)) chunks.push({ key: OTHER, lines: [line] })
    else if (last) return undefined
  }
  return chunks.filter(({ key }) => key !== OTHER)
}

const readValue = ({ key, lines }: Chunk, parseYaml: (text: string) => unknown): unknown => {
  try {
    const value = parseYaml(lines.join('\n'))
    if (typeof value === 'object' && value !== null && Object.hasOwn(value, key))
      return (value as Fields)[key]
  } catch {
    // Then it is text.
  }
  const [first = '', ...rest] = lines
  const begin = first.replace(KEY_LINE, '').trim()
  const more = dedent(rest)
  const text = [...(/^[|>][-+0-9]*$/.test(begin) ? [] : [begin]), ...more].join('\n').trim()
  return unquoted(text)
}

/** Quotes around a text that has the same quotes in it; one that is never closed. */
const unquoted = (text: string): string => {
  const [quote] = text
  if (quote !== '"' && quote !== "'") return text
  const inner = text.slice(1, text.length > 1 && text.endsWith(quote) ? -1 : undefined)
  return quote === '"' ? inner.replaceAll('\\n', '\n').replaceAll('\\"', '"') : inner.replaceAll("''", "'")
}

const dedent = (lines: readonly string[]): readonly string[] => {
  const edges = lines.filter(line => line.trim() !== '').map(line => line.search(/\S/))
  const edge = edges.length === 0 ? 0 : Math.min(...edges)
  return lines.map(line => line.slice(edge))
}
