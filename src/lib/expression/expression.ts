/** A question about values: paths, literals, comparisons, and, or, not. Nothing in it can call anything. */
export type Expression =
  | { readonly kind: 'value'; readonly value: string | number | boolean | null | readonly unknown[] }
  | { readonly kind: 'path'; readonly keys: readonly (string | Expression)[]; readonly at: number }
  | { readonly kind: 'not'; readonly of: Expression }
  | {
      readonly kind: 'compare' | 'and' | 'or'
      readonly operator: string
      readonly left: Expression
      readonly right: Expression
    }

/** It cannot be read; `at` is where in its text. */
export class ExpressionError extends Error {
  override readonly name = 'ExpressionError'
  readonly at: number

  constructor(message: string, at: number) {
    super(message)
    this.at = at
  }
}

/** Every path in it that begins with a name. */
export const pathsIn = (expression: Expression): readonly (Expression & { readonly kind: 'path' })[] => {
  switch (expression.kind) {
    case 'value':
      return []
    case 'path':
      return [expression, ...expression.keys.flatMap(key => (typeof key === 'string' ? [] : pathsIn(key)))]
    case 'not':
      return pathsIn(expression.of)
    default:
      return [...pathsIn(expression.left), ...pathsIn(expression.right)]
  }
}

/** What nobody has is undefined, as deep as one asks. */
export const evaluate = (expression: Expression, scope: Readonly<Record<string, unknown>>): unknown => {
  switch (expression.kind) {
    case 'value':
      return expression.value
    case 'path':
      return expression.keys.reduce<unknown>(
        (value, key) => memberOf(value, typeof key === 'string' ? key : evaluate(key, scope)),
        scope,
      )
    case 'not':
      return !isTrue(evaluate(expression.of, scope))
    case 'and': {
      const left = evaluate(expression.left, scope)
      return isTrue(left) ? evaluate(expression.right, scope) : left
    }
    case 'or': {
      const left = evaluate(expression.left, scope)
      return isTrue(left) ? left : evaluate(expression.right, scope)
    }
    case 'compare':
      return compare(expression.operator, evaluate(expression.left, scope), evaluate(expression.right, scope))
  }
}

/** Nothing, no, zero and what is empty are false. */
export const isTrue = (value: unknown): boolean => (Array.isArray(value) ? value.length > 0 : Boolean(value))

/** Own members only: what every object inherits is nobody's data. */
const memberOf = (value: unknown, key: unknown): unknown => {
  if (value === null || value === undefined) return undefined
  if (key === 'length' && (typeof value === 'string' || Array.isArray(value))) return value.length
  if (typeof value !== 'object' || (typeof key !== 'string' && typeof key !== 'number')) return undefined
  return Object.hasOwn(value, key) ? (value as Readonly<Record<string, unknown>>)[key] : undefined
}

const compare = (operator: string, left: unknown, right: unknown): boolean => {
  if (operator === '==' || operator === '!=')
    return (JSON.stringify(left ?? null) === JSON.stringify(right ?? null)) === (operator === '==')
  const sameKind =
    (typeof left === 'number' && typeof right === 'number') ||
    (typeof left === 'string' && typeof right === 'string')
  if (!sameKind) return false
  if (operator === '<') return left < right
  if (operator === '<=') return left <= right
  return operator === '>' ? left > right : left >= right
}
