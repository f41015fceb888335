import { type Area, area, fill, type Matching, type Rows } from './area.ts'
import { layoutText } from './layout.ts'
import type { LocalizedText, Text, TextValue } from './localized-text.ts'

/**
 * What a tool, or the engine in its place, says to the model. Rows stand beside the code that says them; a text carries
 * both languages, and the model is told the one its prompt is in.
 */
export const modelTexts = <const R extends Rows>(name: string, rows: R & Matching<R>): Area<R> => {
  const english = area(name, rows) as unknown as (
    row: string,
    values?: Readonly<Record<string, TextValue>>,
  ) => LocalizedText
  return Object.assign(
    (row: string, values?: Readonly<Record<string, TextValue>>): LocalizedText => {
      const said = english(row, values)
      return {
        id: said.id,
        ...(values === undefined ? {} : { values }),
        get text() {
          return said.text
        },
        get zh() {
          return (rows as Rows)[row]?.zh ?? row
        },
      }
    },
    { area: name, rows: rows as R },
  )
}

/** What only puts texts together. */
const LAYOUT: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(layoutText.rows).map(([row, { zh }]) => [`${layoutText.area}.${row}`, zh]),
)

const inChinese = (text: Text): string => {
  if (typeof text === 'string') return text
  const template = text.zh ?? LAYOUT[text.id]
  return template === undefined
    ? text.text
    : fill(template, text.values, { localize: inChinese, language: 'zh' })
}

/** In the language of the prompt, of texts whose rows all are {@link modelTexts}. */
export const forModel = (text: Text, language: 'en' | 'zh' = 'en'): string =>
  typeof text === 'string' ? text : language === 'zh' ? inChinese(text) : text.text
