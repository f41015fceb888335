import { isObject } from '../../lib/is-object.ts'

/** What data look like, without any of them. */
type Shape =
  | { readonly kind: 'leaf'; readonly types: readonly string[] }
  | { readonly kind: 'list'; readonly of?: Shape }
  | { readonly kind: 'record'; readonly fields: ReadonlyMap<string, Field> }
  /** Many keys are data themselves. */
  | { readonly kind: 'map'; readonly of?: Shape }

interface Field {
  readonly shape: Shape
  readonly sometimes: boolean
}

const MOST_DEPTH = 6
const MOST_FIELDS = 40
const MOST_LOOKED_AT = 20
const PLAIN = /^[A-Za-z_$][\w$]{0,60}$/

/** In the words of a type: `[{ id: number, closed?: string | null }]`. */
export const shapeText = (value: unknown): string => text(shapeOf(value, 0))

const shapeOf = (value: unknown, depth: number): Shape => {
  if (Array.isArray(value)) {
    const of = depth < MOST_DEPTH ? merged(value.slice(0, MOST_LOOKED_AT), depth + 1) : undefined
    return { kind: 'list', ...(of ? { of } : {}) }
  }
  if (!isObject(value)) return { kind: 'leaf', types: [value === null ? 'null' : typeof value] }
  const entries = Object.entries(value)
  if (entries.length > MOST_FIELDS || !entries.every(([key]) => PLAIN.test(key))) {
    const values = entries.slice(0, MOST_LOOKED_AT).map(([, each]) => each)
    const of = depth < MOST_DEPTH ? merged(values, depth + 1) : undefined
    return { kind: 'map', ...(of ? { of } : {}) }
  }
  if (depth >= MOST_DEPTH) return { kind: 'map' }
  const fields = entries.map(
    ([key, each]) => [key, { shape: shapeOf(each, depth + 1), sometimes: false }] as const,
  )
  return { kind: 'record', fields: new Map(fields) }
}

const merged = (values: readonly unknown[], depth: number): Shape | undefined =>
  values
    .map(each => shapeOf(each, depth))
    .reduce<Shape | undefined>((a, b) => (a ? merge(a, b) : b), undefined)

const merge = (a: Shape, b: Shape): Shape => {
  if (a.kind === 'record' && b.kind === 'record')
    return { kind: 'record', fields: mergeFields(a.fields, b.fields) }
  if ((a.kind === 'list' && b.kind === 'list') || (a.kind === 'map' && b.kind === 'map')) {
    const of = a.of && b.of ? merge(a.of, b.of) : (a.of ?? b.of)
    return { kind: a.kind, ...(of ? { of } : {}) }
  }
  return { kind: 'leaf', types: [...new Set([...typesOf(a), ...typesOf(b)])] }
}

const mergeFields = (
  a: ReadonlyMap<string, Field>,
  b: ReadonlyMap<string, Field>,
): ReadonlyMap<string, Field> =>
  new Map(
    [...new Set([...a.keys(), ...b.keys()])].flatMap(key => {
      const [one, other] = [a.get(key), b.get(key)]
      if (one && other)
        return [[key, { shape: merge(one.shape, other.shape), sometimes: one.sometimes || other.sometimes }]]
      const only = one ?? other
      return only ? [[key, { shape: only.shape, sometimes: true }]] : []
    }),
  )

const typesOf = (shape: Shape): readonly string[] => (shape.kind === 'leaf' ? shape.types : [text(shape)])

const text = (shape: Shape): string => {
  switch (shape.kind) {
    case 'leaf':
      return shape.types.join(' | ')
    case 'list':
      return `[${shape.of ? text(shape.of) : ''}]`
    case 'map':
      return `{ [key]: ${shape.of ? text(shape.of) : 'unknown'} }`
    case 'record':
      return shape.fields.size === 0
        ? '{}'
        : `{ ${[...shape.fields].map(([key, field]) => `${key}${field.sometimes ? '?' : ''}: ${text(field.shape)}`).join(', ')} }`
  }
}
