import { PLAIN_FUNCTIONS } from './plain-functions.ts'

/**
 * Gives an older runtime what the program and its libraries expect of a newer one: the program then runs on Node 20.19.
 * Never replaces what is there. Only loaded where something is missing.
 */
export const fillIn = (): void => {
  for (const [target, name, value] of PLAIN_FUNCTIONS) addTo(target, name, value)
  for (const prototype of ITERATOR_PROTOTYPES)
    for (const [name, value] of Object.entries(ITERATOR_METHODS)) addTo(prototype, name, value)
}

const addTo = (target: object, name: string, value: unknown): void => {
  if (!(name in target))
    Object.defineProperty(target, name, { value, writable: true, configurable: true, enumerable: false })
}

/** What every iterator of the language inherits from. */
const ITERATOR_PROTOTYPES: readonly object[] = [
  Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]())) as object,
]

type Each<R> = (this: Iterable<unknown>, use: (value: unknown, index: number) => R) => unknown

const map: Each<unknown> = function* (use) {
  let at = 0
  for (const value of this) yield use(value, at++)
}

const filter: Each<unknown> = function* (use) {
  let at = 0
  for (const value of this) if (use(value, at++)) yield value
}

const flatMap: Each<Iterable<unknown>> = function* (use) {
  let at = 0
  for (const value of this) yield* use(value, at++)
}

const forEach: Each<void> = function (use) {
  let at = 0
  for (const value of this) use(value, at++)
}

const some: Each<unknown> = function (use) {
  let at = 0
  for (const value of this) if (use(value, at++)) return true
  return false
}

const every: Each<unknown> = function (use) {
  let at = 0
  for (const value of this) if (!use(value, at++)) return false
  return true
}

const find: Each<unknown> = function (use) {
  let at = 0
  for (const value of this) if (use(value, at++)) return value
  return undefined
}

function* take(this: Iterable<unknown>, count: number): Generator<unknown> {
  let left = count
  if (left <= 0) return
  for (const value of this) {
    yield value
    if (--left <= 0) return
  }
}

function* drop(this: Iterable<unknown>, count: number): Generator<unknown> {
  let left = count
  for (const value of this) if (left-- <= 0) yield value
}

function toArray(this: Iterable<unknown>): unknown[] {
  return [...this]
}

function reduce(this: Iterable<unknown>, ...args: Parameters<unknown[]['reduce']>): unknown {
  return [...this].reduce(...args)
}

/** The methods that iterators of a newer runtime have. */
export const ITERATOR_METHODS = {
  map,
  filter,
  flatMap,
  forEach,
  some,
  every,
  find,
  take,
  drop,
  toArray,
  reduce,
}
