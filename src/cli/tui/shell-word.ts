/** What is being typed at the end of a command line. */
export interface ShellWord {
  readonly kind: 'command' | 'file' | 'variable'
  /** Without quotes and escapes. */
  readonly text: string
  /** How it began, so that what takes its place is written the same way. */
  readonly quote: '' | '"' | "'"
}

/** Words that are followed by a command, and words of the language. */
const BEFORE_COMMAND: ReadonlySet<string> = new Set(
  'sudo env nohup time exec command builtin xargs nice then do else if while until !'.split(' '),
)

interface Reader {
  word: string
  quote: ShellWord['quote']
  /** How the word that is being read began. */
  began: ShellWord['quote']
  touched: boolean
  first: boolean
}

const fresh = (first: boolean): Reader => ({ word: '', quote: '', began: '', touched: false, first })

/** Reads the line as far as needed to know its last word; nothing in it is carried out. */
export const lastShellWord = (line: string): ShellWord | undefined => {
  let reader = fresh(true)
  for (let at = 0; at < line.length; at++) {
    const sign = line.charAt(at)
    const next = line.charAt(at + 1)
    if (reader.quote === "'") {
      if (sign === "'") reader.quote = ''
      else reader.word += sign
    } else if (sign === '`' || (sign === '$' && next === '(')) {
      // Inside begins a line of its own; within quotes there is no telling the two apart when one is replaced.
      if (reader.quote !== '') return undefined
      if (sign === '$') at += 1
      reader = fresh(true)
    } else if (sign === '\\' && next !== '') {
      reader.word += next
      reader.touched = true
      at += 1
    } else if (reader.quote === '"') {
      if (sign === '"') reader.quote = ''
      else reader.word += sign
    } else if (sign === '"' || sign === "'") {
      if (!reader.touched) reader.began = sign
      reader.quote = sign
      reader.touched = true
    } else if (/[\s|&;()<>]/.test(sign)) reader = after(reader, sign)
    else {
      reader.word += sign
      reader.touched = true
    }
  }
  return asWord(reader)
}

/** The word is over; what may stand next goes by how it ended. */
const after = (reader: Reader, sign: string): Reader => {
  if (/[|&;(\n]/.test(sign)) return fresh(true)
  if (/[<>)]/.test(sign)) return fresh(false)
  if (!reader.touched) return reader
  const before = BEFORE_COMMAND.has(reader.word) || /^\w+=/.test(reader.word)
  return fresh(reader.first && before)
}

const asWord = ({ word, quote, began, touched, first }: Reader): ShellWord | undefined => {
  const open = quote === '' ? '' : began
  const variable = quote === "'" ? undefined : /^\$(\w*)$/.exec(word)?.[1]
  if (variable !== undefined) return { kind: 'variable', text: variable, quote: open }
  // Nothing can be said about what is only known when it runs.
  if (word.includes('\0')) return undefined
  const command = first && !/[/~]/.test(word)
  // Every program there is helps nobody.
  if (command && !touched) return undefined
  return { kind: command ? 'command' : 'file', text: word, quote: open }
}

/** The text as one word of a command line. */
export const quoteShellWord = (text: string, quote: ShellWord['quote']): string => {
  if (quote === "'") return `'${text.replaceAll("'", `'\\''`)}`
  if (quote === '"') return `"${text.replace(/[\\"$`]/g, '\\$&')}`
  return text.replace(/(?!^~)[^\w@%+=:,./-]/gu, sign => (/[^\p{ASCII}]/u.test(sign) ? sign : `\\${sign}`))
}
