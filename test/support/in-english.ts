import type { LocalizedText } from '../../src/protocol/messages/localized-text.ts'

export type English<T> = T extends LocalizedText
  ? string
  : T extends readonly (infer U)[]
    ? readonly English<U>[]
    : T extends (...args: never[]) => unknown
      ? T
      : T extends object
        ? { readonly [K in keyof T]: English<T[K]> }
        : T

/** The same value with the English words in place of every text of the catalogue, to compare it as a person reads it. */
export const allInEnglish = <T>(value: T): English<T> => replaced(value) as English<T>

const replaced = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(replaced)
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return value
  if ('id' in value && 'text' in value && typeof value.text === 'string') return value.text
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, replaced(inner)]))
}
