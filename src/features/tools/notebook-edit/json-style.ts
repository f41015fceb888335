/** How a JSON text is laid out, so that what is put into it looks like the rest. */
export interface JsonStyle {
  /** One step of indentation; empty when all is on one line. */
  readonly unit: string
  readonly lineEnd: '\n' | '\r\n'
  /** Characters beyond ASCII are written as escapes. */
  readonly ascii: boolean
}

export const styleOf = (text: string): JsonStyle => ({
  unit: /^\s*\{\r?\n([ \t]+)"/.exec(text)?.[1] ?? '',
  lineEnd: text.includes('\r\n') ? '\r\n' : '\n',
  ascii: isAscii(text) && /\\u(?:00[89a-f]|0[1-9a-f]|[1-9a-f])/i.test(text),
})

const isAscii = (text: string): boolean => {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 127) return false
  return true
}

/** `depth`: how many steps the line on which the value begins is indented. */
export const formatJson = (value: unknown, style: JsonStyle, depth: number): string => {
  const json = JSON.stringify(value, null, style.unit)
  const laidOut = json.replaceAll('\n', lineBreak(style, depth))
  if (!style.ascii) return laidOut
  return laidOut.replace(
    /[^\0-\x7f]/g,
    character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** The end of a line and the indentation of the next. */
export const lineBreak = (style: JsonStyle, depth: number): string =>
  style.unit === '' ? '' : style.lineEnd + style.unit.repeat(depth)
