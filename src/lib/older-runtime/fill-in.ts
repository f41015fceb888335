import { ITERATOR_METHODS } from './iterator-methods.ts'
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
