import { sentenceBook } from '../../../lib/sentence-book.ts'
import type { CommandInfo } from '../../../protocol/command-info.ts'
import { columns } from '../columns.ts'
import { DESCRIPTIONS_ZH } from './descriptions.ts'
import { CELLS_ZH, MORE_SENTENCES_ZH } from './more-sentences.ts'
import { SENTENCES_ZH } from './sentences.ts'

const line = sentenceBook({ ...SENTENCES_ZH, ...MORE_SENTENCES_ZH })

/** What a command said; lines nobody put into Chinese stay as they are: they are exact. Tables are expected as Markdown. */
export const commandTextInChinese = (text: string): string => {
  const lines = text.split('\n')
  const told: string[] = []
  for (let at = 0; at < lines.length; at += 1) {
    let end = at
    while (/^\| .*\|$/.test(lines[end] ?? '')) end += 1
    if (end - at < 2) {
      told.push(line(lines[at] ?? ''))
      continue
    }
    told.push(table(lines.slice(at, end)))
    at = end - 1
  }
  return told.join('\n')
}

const table = ([header = '', , ...rows]: readonly string[]): string =>
  columns(
    cellsOf(header).map(cell),
    rows.map(row => cellsOf(row).map(cell)),
    false,
  )

const cellsOf = (row: string): readonly string[] =>
  row
    .slice(2, -2)
    .split(/ (?<!\\)\| /)
    .map(each => each.replaceAll('\\|', '|').trim())

const cell = (text: string): string => CELLS_ZH[text] ?? line(text)

/** Only what is built in: a command of an extension speaks as its author wrote it. */
export const commandInfoInChinese = (info: CommandInfo): CommandInfo => {
  const [description, takes] = DESCRIPTIONS_ZH[info.name] ?? []
  return {
    ...info,
    ...(description === undefined ? {} : { description }),
    ...(takes === undefined ? {} : { argumentHint: takes }),
  }
}
