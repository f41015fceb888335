/** Commands without an argument that touch nothing but the buffers and the output. */
const PLAIN = /^[pPdDnNhHgGxzF=]/
const ADDRESS = /^(?:\d+(?:~\d+)?|\$)/
const RANGE_END = /^(?:[+~]?\d+|\$)/
const DELIMITER = /^[/|#,:@!%;_~+]$/
/** A longer script is not a look at something, and reading it would take time. */
const MAX_CHARS = 1_000
const SUBSTITUTE_FLAGS = /^[gpiImM0-9]*/

/** The rest behind a delimited text that begins at `text[0]`, or undefined when its end is in doubt. */
const skipDelimited = (text: string, delimiter: string, regex: boolean): string | undefined => {
  let at = 0
  for (; at < text.length && text[at] !== delimiter; at += 1) {
    if (text[at] === '\n') return undefined
    if (text[at] === '\\') at += 1
  }
  if (at >= text.length) return undefined
  const body = text.slice(0, at).replace(/\\[\s\S]/g, '')
  // Implementations differ on a delimiter inside a bracket: such a text is left alone.
  if (regex && body.replace(/\[\^?\]?[^\]]*\]/g, '').includes('[')) return undefined
  if (body.includes('\n')) return undefined
  return text.slice(at + 1)
}

const skipAddress = (text: string, form: RegExp): string | undefined => {
  const plain = form.exec(text)
  if (plain) return text.slice(plain[0].length)
  if (text.startsWith('/')) return skipDelimited(text.slice(1), '/', true)?.replace(/^[IM]*/, '')
  return text
}

const skipAddresses = (text: string): string | undefined => {
  const behind = skipAddress(text, ADDRESS)
  if (behind === undefined || behind === text) return behind
  const comma = /^[ \t]*,[ \t]*/.exec(behind)
  if (!comma) return behind
  const second = behind.slice(comma[0].length)
  const end = skipAddress(second, RANGE_END)
  return end === second ? undefined : end
}

const skipReplacement = (text: string, substitute: boolean): string | undefined => {
  const delimiter = text[0] ?? ''
  if (!DELIMITER.test(delimiter)) return undefined
  const behind = skipDelimited(text.slice(1), delimiter, substitute)
  const end = behind === undefined ? undefined : skipDelimited(behind, delimiter, false)
  return substitute ? end?.replace(SUBSTITUTE_FLAGS, '') : end
}

const skipCommand = (text: string): string | undefined => {
  if (PLAIN.test(text)) return text.slice(1)
  const [name = '', rest] = [text[0], text.slice(1)]
  if (name === 's' || name === 'y') return skipReplacement(rest, name === 's')
  if (name === 'q' || name === 'Q' || name === 'l') return rest.replace(/^[ \t]*\d*/, '')
  if (name === 'b' || name === 't' || name === 'T') return rest.replace(/^[ \t]*\w*/, '')
  return undefined
}

/** The letters of a script's commands when it only prints and rearranges; undefined when it may do more, or in doubt. */
export const sedCommands = (script: string): readonly string[] | undefined => {
  if (script.length > MAX_CHARS) return undefined
  const letters: string[] = []
  let rest = script
  for (let depth = 0; ; ) {
    rest = rest.replace(/^[ \t\n;]+/, '')
    if (rest === '') return depth === 0 ? letters : undefined
    if (rest.startsWith('}')) {
      depth -= 1
      if (depth < 0) return undefined
      rest = rest.slice(1)
      continue
    }
    const label = /^:[ \t]*\w+(?=[;\n]|$)/.exec(rest)
    if (label) {
      rest = rest.slice(label[0].length)
      continue
    }
    const command = skipAddresses(rest)?.replace(/^[ \t]*(?:![ \t]*)?/, '')
    if (command === undefined) return undefined
    if (command.startsWith('{')) {
      depth += 1
      rest = command.slice(1)
      continue
    }
    const behind = skipCommand(command)
    if (behind === undefined || !/^[ \t]*(?:[;\n}]|$)/.test(behind)) return undefined
    letters.push(command.slice(0, 1))
    rest = behind.replace(/^[ \t]+/, '')
  }
}

/** Whether a sed script only prints and rearranges: no file is read or written, nothing is run. In doubt no. */
export const isHarmlessSed = (script: string): boolean => sedCommands(script) !== undefined
