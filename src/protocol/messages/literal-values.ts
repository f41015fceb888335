import type { Localize, LocalizedText, Text, TextValue } from './localized-text.ts'

/** What Markdown would read as more than itself. */
const ACTIVE = /[\\`*_~[\]<>|#]/
/** Code, fenced or in a line. */
const CODE = /(```[\s\S]*?```|`[^`\n]*`)/
/** Marks a value while the text around it is read; from the private use area, so no text has it. */
const MARK = /\uE000(\d+)\uE001/g

/** A sign alone is no name, and stands in the text for other things too. */
const WORD = /[^\s\\`*_~[\]<>|#]/
const FENCE = /^\s*```/gm

/**
 * A text of ours whose layout is Markdown, with the paths, names and patterns in it kept as they are: `__init__` is a
 * directory and no bold word.
 */
export const withLiteralValues = (text: Text, localize: Localize): string => {
  const listed = typeof text === 'string' ? undefined : text.id === 'layout.lines' && text.values?.['lines']
  if (!listed || !isList(listed)) return inOneText(text, localize)
  // Line by line: a list may be long.
  let isCode = false
  const shown = listed.map(each => {
    const item = typeof each === 'number' ? String(each) : each
    const line = isCode ? localize(item) : withLiteralValues(item, localize)
    if ((line.match(FENCE)?.length ?? 0) % 2 === 1) isCode = !isCode
    return line
  })
  return shown.join('\n')
}

const inOneText = (text: Text, localize: Localize): string => {
  const shown = localize(text)
  if (typeof text === 'string') return shown
  const values = [...foreignValues(text, true)].filter(
    value => ACTIVE.test(value) && WORD.test(value) && shown.includes(value),
  )
  if (values.length === 0) return shown
  values.sort((a, b) => b.length - a.length)
  const marked = values.reduce((all, value, at) => all.replaceAll(value, `\uE000${at}\uE001`), shown)
  return marked
    .split(CODE)
    .map((part, at) =>
      part.replace(MARK, (_, index: string) => {
        const value = values[Number(index)] ?? ''
        return at % 2 === 1 ? value : value.replace(new RegExp(ACTIVE, 'g'), '\\$&')
      }),
    )
    .join('')
}

/** Of rows only: what is laid out by hand (`lines`, `verbatim`) may mean its Markdown. */
const foreignValues = (text: LocalizedText, outermost: boolean): ReadonlySet<string> => {
  const found = new Set<string>()
  const isLayout = outermost && text.id.startsWith('layout.')
  const visit = (value: TextValue): void => {
    if (typeof value === 'number') return
    if (typeof value === 'string') {
      if (!isLayout && value !== '' && !value.includes('\n')) found.add(value)
    } else if (isList(value)) value.forEach(visit)
    else for (const each of foreignValues(value, isLayout)) found.add(each)
  }
  Object.values(text.values ?? {}).forEach(visit)
  return found
}

const isList = (value: TextValue): value is readonly (LocalizedText | string | number)[] =>
  Array.isArray(value)
