/** What stands between the `---` lines at the beginning of a Markdown file, and what stands below. */
export interface MarkdownParts {
  readonly head: string
  readonly body: string
}

export type Fields = Readonly<Record<string, unknown>>

const HEAD = /^\ufeff?---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)?---[ \t]*(?:\r?\n|$)/

/** A head that is not closed is text. */
export const splitFrontmatter = (text: string): MarkdownParts => {
  const found = HEAD.exec(text)
  return found
    ? { head: found[1] ?? '', body: text.slice(found[0].length) }
    : { head: '', body: text.replace(/^\ufeff/, '') }
}

export interface ReadFields {
  readonly fields: Fields
  /** It is not YAML: what it means was guessed line by line. */
  readonly guessed?: true
}

/**
 * The keys of a head. People write values that YAML refuses (`description: Use this: now`, `paths: **\/*.ts`): then each
 * line counts as they meant it. Undefined for what is no list of keys either way.
 */
export const parseFields = async (head: string): Promise<ReadFields | undefined> => {
  if (head.trim() === '') return { fields: {} }
  const { parseYaml } = await import('./yaml/parse-yaml.ts')
  for (const text of [head, quoteValues(head)]) {
    try {
      const value = parseYaml(text)
      if (value === null) return { fields: {} }
      if (typeof value === 'object' && !Array.isArray(value)) return { fields: value as Fields }
    } catch {
      // Tried once more with its values in quotes, then line by line.
    }
  }
  const { readLenientFields } = await import('./lenient-fields.ts')
  const fields = readLenientFields(head, parseYaml)
  return fields && { fields, guessed: true }
}

/** A key at the left edge, or an entry that begins with a sign YAML takes for its own. */
const VALUE = /^((?:[A-Za-z_][\w-]*|"[^"]*"):[ \t]+|[ \t]*-[ \t]+(?=[*&@%!]))(\S.*?)[ \t]*\r?$/

const quoteValues = (head: string): string =>
  head
    .split('\n')
    .map(line => {
      const [, key, value] = VALUE.exec(line) ?? []
      return key === undefined || value === undefined || isPlain(value)
        ? line
        : `${key}${JSON.stringify(value)}`
    })
    .join('\n')

/** In quotes or brackets already, closed or not; a text over several lines; or a word that means something. */
const isPlain = (value: string): boolean =>
  /^(?:["'].*|[|>][-+0-9]*|true|false|null|-?\d+(?:\.\d+)?)$/.test(value) ||
  (/^[[{]/.test(value) && (/^\[[^\][]*\]$|^\{[^{}]*\}$/.test(value) || !/[\]}]/.test(value)))
