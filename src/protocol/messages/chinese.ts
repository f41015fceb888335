import { type Area, fill } from './area.ts'
import { layoutText } from './layout.ts'
import type { Localize } from './localized-text.ts'
import { toolsText } from './tools.ts'

/** Every area of the catalogue. The build takes the English out of what is imported here, and the Chinese out of the rest. */
const AREAS: readonly Pick<
  Area<Readonly<Record<string, { readonly en: string; readonly zh: string }>>>,
  'area' | 'rows'
>[] = [layoutText, toolsText]

const TEMPLATES: ReadonlyMap<string, string> = new Map(
  AREAS.flatMap(({ area, rows }) =>
    Object.entries(rows).map(([row, { zh }]) => [`${area}.${row}`, zh] as const),
  ),
)

/** A text of a newer program, whose row is not known here, stays English. */
export const inChinese: Localize = text => {
  if (typeof text === 'string') return text
  if (text.zh !== undefined) return text.zh
  const template = TEMPLATES.get(text.id)
  return template === undefined
    ? text.text
    : fill(template, text.values, { localize: inChinese, language: 'zh' })
}
