/** Stands where the text of a word is not known. No path can hold it. */
export const UNKNOWN = '\0'

const MOST_CHARS = 20_000

/** Words of one simple command, as far as they can be told without running anything. */
export type CommandWords = readonly string[]

/**
 * The simple commands of a shell line, generously: quoted texts are taken apart once more, because they may be
 * commands for another shell. One word too many is protected; one too few would be a way in.
 */
export const commandWords = (
  text: string,
  variables: Readonly<Record<string, string>>,
): readonly CommandWords[] => {
  const found: CommandWords[] = []
  const pending = [{ text: text.slice(0, MOST_CHARS), depth: 0 }]
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { text: line, depth } = next
    for (const words of split(expand(line, variables))) {
      found.push(words)
      if (depth < MOST_DEPTH)
        for (const word of words) if (/[\s;&|`]/.test(word)) pending.push({ text: word, depth: depth + 1 })
    }
  }
  return found
}

const MOST_DEPTH = 4
const HERE = /\$\((?:pwd|git rev-parse --show-toplevel)\)|`(?:pwd|git rev-parse --show-toplevel)`/g
const VARIABLE = /\$(?:\w+|\{\w+(?::?[-=+][^{}]*)?[^{}]*\})/g

/** `$NAME` where it is known, the default where it is not, and a mark for the rest. */
const expand = (text: string, variables: Readonly<Record<string, string>>): string => {
  const here = text.replaceAll('\\\n', ' ').replace(HERE, () => variables['PWD'] ?? UNKNOWN)
  return withoutSubstitutions(here).replace(VARIABLE, written => {
    const [, name = '', otherwise] = /^\$\{?(\w+)(?::?[-=+]([^{}]*))?/.exec(written) ?? []
    return Object.hasOwn(variables, name) ? (variables[name] ?? '') : otherwise || UNKNOWN
  })
}

/** What a substitution prints is not known; the commands in it stand behind the line, as others do. */
const withoutSubstitutions = (text: string): string => {
  const inner: string[] = []
  let rest = text.replace(/`([^`]*)`/g, (_, commands: string) => {
    inner.push(commands)
    return UNKNOWN
  })
  for (let from = rest.lastIndexOf('$('); from >= 0; from = rest.lastIndexOf('$(')) {
    const end = rest.indexOf(')', from)
    const to = end < 0 ? rest.length : end
    inner.push(rest.slice(from + 2, to))
    rest = `${rest.slice(0, from)}${UNKNOWN}${rest.slice(to + 1)}`
  }
  return [rest, ...inner].join('\n')
}

/** Taken apart at blanks and operators; quotes hold a word together. */
const split = (text: string): readonly CommandWords[] => {
  const commands: string[][] = []
  let words: string[] = []
  let word: string | undefined
  let quote = ''
  const endWord = (): void => {
    if (word !== undefined) words.push(word)
    word = undefined
  }
  const endCommand = (): void => {
    endWord()
    if (words.length > 0) commands.push(words)
    words = []
  }
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? ''
    if (quote !== '') {
      if (sign === quote) quote = ''
      else if (sign === '\\' && quote === '"') {
        at += 1
        word = (word ?? '') + (text[at] ?? '')
      } else word = (word ?? '') + sign
    } else if (sign === "'" || sign === '"') {
      quote = sign
      word ??= ''
      if (text[at - 1] === '$' && word.endsWith('$')) word = word.slice(0, -1)
    } else if (sign === '\\') {
      at += 1
      word = (word ?? '') + (text[at] ?? '')
    } else if (/\s/.test(sign)) {
      endWord()
      if (sign === '\n') endCommand()
    } else if (/[;&|()`]/.test(sign)) endCommand()
    else if (sign === '>') at = skipTarget(text, at, endWord)
    else if (sign === '<') endWord()
    else word = (word ?? '') + sign
  }
  endCommand()
  return commands
}

/** What a command prints is written there, not run. */
const skipTarget = (text: string, from: number, endWord: () => void): number => {
  endWord()
  const rest = /^[>&|]*\s*(?:"[^"]*"|'[^']*'|[^\s;&|<>()]*)/.exec(text.slice(from))
  return from + Math.max(1, rest?.[0].length ?? 1) - 1
}
