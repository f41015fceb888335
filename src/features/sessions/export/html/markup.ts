import { escapeText } from '../../../../lib/escape-text.ts'

/** Text that is HTML already. Nothing else gets into a page unescaped. */
export class Markup {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Value = string | number | Markup | readonly Value[] | undefined | false

const SIGNS: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
}

/** Safe between tags and inside quoted attributes; control signs and what reorders reading become visible. */
const escapeHtml = (text: string): string => escapeText(text).replace(/[&<>"'`]/g, sign => SIGNS[sign] ?? '')

const toText = (value: Value): string => {
  if (value === undefined || value === false) return ''
  if (value instanceof Markup) return value.text
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' ? escapeHtml(value) : value.map(toText).join('')
}

/** HTML in which every value is escaped unless it is HTML itself. */
export const html = (strings: TemplateStringsArray, ...values: readonly Value[]): Markup =>
  new Markup(strings.map((part, i) => (i === 0 ? part : toText(values[i - 1]) + part)).join(''))
