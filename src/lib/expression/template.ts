import { type Expression, ExpressionError } from './expression.ts'
import { parseExpression } from './parse-expression.ts'

/** Text with places for values: `${{ … }}`. */
export type Template = readonly (string | Placeholder)[]

export interface Placeholder {
  readonly expression: Expression
  /** As it was written. */
  readonly source: string
}

/** Throws {@link ExpressionError}; where it says is counted in the text. */
export const parseTemplate = (text: string): Template => {
  const parts: (string | Placeholder)[] = []
  let done = 0
  for (let open = text.indexOf('${{'); open >= 0; open = text.indexOf('${{', done)) {
    const close = text.indexOf('}}', open + 3)
    // Looked for once: without an end there is none for those behind it either.
    if (close < 0) throw new ExpressionError('"}}" is missing', open)
    if (open > done) parts.push(text.slice(done, open))
    const source = text.slice(open + 3, close)
    parts.push({ expression: parseAt(source, open + 3), source: source.trim() })
    done = close + 2
  }
  const rest = text.slice(done)
  return rest === '' ? parts : [...parts, rest]
}

const parseAt = (source: string, from: number): Expression => {
  try {
    return parseExpression(source)
  } catch (error) {
    throw error instanceof ExpressionError ? new ExpressionError(error.message, from + error.at) : error
  }
}

export const placeholdersIn = (template: Template): readonly Placeholder[] =>
  template.filter(part => typeof part !== 'string')

/** The template with `show` in the place of each placeholder. */
export const fillTemplate = (template: Template, show: (placeholder: Placeholder) => string): string =>
  template.map(part => (typeof part === 'string' ? part : show(part))).join('')

/** A value as one would write it: text as it is, nothing as nothing, all else as JSON. */
export const valueText = (value: unknown): string => {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value, undefined, 2)
}
