/** What a skill is called with. */
export interface SkillArguments {
  /** As typed. */
  readonly text: string
  /** Taken apart as a shell does. */
  readonly words: readonly string[]
  /** Names of the words, in order. */
  readonly names: readonly string[]
  /** `${NAME}` → what it stands for. */
  readonly variables: Readonly<Record<string, string>>
}

export interface Substituted {
  readonly text: string
  /** The arguments have a place in it. */
  readonly used: boolean
}

const PLACE =
  /\\(?=\$)|\$ARGUMENTS\[(\d+)\]|\$ARGUMENTS\b|\$(\d+)(?!\d)|\$\{([A-Za-z_]\w*)\}|\$([A-Za-z_][\w-]*)/g

/**
 * Puts arguments and variables in their places: `$ARGUMENTS`, `$ARGUMENTS[N]` and `$N` from zero on, `$name`, `${NAME}`.
 * A backslash before the sign leaves it as it is. What is put in is never looked at again.
 */
export const substitute = (template: string, args: SkillArguments): Substituted => {
  const { text, words, names, variables } = args
  let used = false
  const argument = (value: string | undefined): string => {
    used = true
    return value ?? ''
  }
  let escaped = -1
  const filled = template.replace(PLACE, (...match) => {
    const [whole, indexed, at, variable, name] = match as (string | undefined)[]
    const offset = match.at(-2) as number
    if (whole === '\\') {
      escaped = offset + 1
      return ''
    }
    if (escaped === offset) return whole ?? ''
    if (whole === '$ARGUMENTS') return argument(text)
    if (indexed !== undefined || at !== undefined) return argument(words[Number(indexed ?? at)])
    if (variable !== undefined)
      return Object.hasOwn(variables, variable) ? (variables[variable] ?? '') : (whole ?? '')
    const position = names.indexOf(name ?? '')
    return position < 0 ? (whole ?? '') : argument(words[position])
  })
  return { text: filled, used }
}

/** Words as a shell takes them apart: quotes hold blanks together, a backslash takes the next character as it is. */
export const splitWords = (text: string): readonly string[] => {
  const words: string[] = []
  let word: string | undefined
  for (const [piece] of text.matchAll(/"(?:[^"\\]|\\.)*"|'[^']*'|\\.|\s+|[\s\S]/g)) {
    if (/^\s/.test(piece)) {
      if (word !== undefined) words.push(word)
      word = undefined
      continue
    }
    word = (word ?? '') + unquoted(piece)
  }
  return word === undefined ? words : [...words, word]
}

const unquoted = (piece: string): string => {
  if (piece.length < 2) return piece
  if (piece.startsWith("'")) return piece.slice(1, -1)
  if (piece.startsWith('"')) return piece.slice(1, -1).replace(/\\(["\\$`])/g, '$1')
  return piece.slice(1)
}
