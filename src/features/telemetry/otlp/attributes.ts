import type { Wire } from './messages.ts'

type Value = string | number | boolean | readonly string[]

/** What is undefined is left out. */
export type Attributes = Readonly<Record<string, Value | undefined>>

export const keyValues = (attributes: Attributes): readonly Wire[] =>
  Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [{ key, value: anyValue(value) }],
  )

export const anyValue = (value: Value): Wire => {
  if (typeof value === 'string') return { stringValue: value }
  if (typeof value === 'boolean') return { boolValue: value }
  if (typeof value !== 'number') return { arrayValue: { values: value.map(anyValue) } }
  return Number.isSafeInteger(value) ? { intValue: value } : { doubleValue: value }
}

const NANO_PER_MILLI = 1_000_000

export const nanos = (milliseconds: number): bigint =>
  BigInt(Math.round(milliseconds * 1_000)) * BigInt(NANO_PER_MILLI / 1_000)
