import type { Text } from '../../../protocol/messages/localized-text.ts'
import { modelTexts } from '../../../protocol/messages/model-texts.ts'

const says = modelTexts('whiteSpace', {
  indent: {
    en: ' (indented with {there} in the file, with {here} in old_string)',
    zh: '（文件中缩进为 {there}，old_string 中为 {here}）',
  },
  end: {
    en: ' (a line ends with {there} in the file, with {here} in old_string)',
    zh: '（文件中行尾为 {there}，old_string 中为 {here}）',
  },
  inner: { en: ' (the file has {there} inside the line)', zh: '（文件的行内有 {there}）' },
})

/** How the white space of two otherwise equal pieces differs, said for the first line that does; empty when it is hard to say. */
export const whiteSpaceDifference = (found: readonly string[], wanted: readonly string[]): Text => {
  const index = found.findIndex((line, at) => line !== wanted[at])
  const there = found[index]
  const here = wanted[index]
  if (there === undefined || here === undefined) return ''
  if (indentOf(there) !== indentOf(here))
    return says('indent', { there: spell(indentOf(there)), here: spell(indentOf(here)) })
  if (endOf(there) !== endOf(here))
    return says('end', { there: spell(endOf(there)), here: spell(endOf(here)) })
  const inner = innerRuns(there).find((run, at) => run !== innerRuns(here)[at])
  return inner === undefined ? '' : says('inner', { there: spell(inner) })
}

const indentOf = (line: string): string => /^\s*/.exec(line)?.[0] ?? ''
const endOf = (line: string): string => line.slice(line.trimEnd().length)
const innerRuns = (line: string): readonly string[] => line.trim().match(/\s+/g) ?? []

const NAMES: Readonly<Record<string, string>> = {
  '\t': 'tab',
  ' ': 'space',
  '\u00a0': 'no-break space (U+00A0)',
  '\u202f': 'narrow no-break space (U+202F)',
  '\u3000': 'ideographic space (U+3000)',
  '\r': 'carriage return',
}

const nameOf = (blank: string): string =>
  NAMES[blank] ?? `U+${blank.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`

const spell = (blanks: string): string => {
  const counts = new Map<string, number>()
  for (const blank of blanks) counts.set(nameOf(blank), (counts.get(nameOf(blank)) ?? 0) + 1)
  const parts = [...counts]
    // Tabs first: they are what the eye misses.
    .sort(([a], [b]) => Number(b === 'tab') - Number(a === 'tab'))
    .map(([name, count]) => `${count} ${name}${count > 1 ? 's' : ''}`)
  return parts.join(' and ') || 'nothing'
}
