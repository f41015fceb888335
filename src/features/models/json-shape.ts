/** Reading JSON whose shape nobody has promised. */
export type JsonRecord = Readonly<Record<string, unknown>>

export const isRecord = (value: unknown): value is JsonRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The value as an object; an empty one when it is not. */
export const asRecord = (value: unknown): JsonRecord => (isRecord(value) ? value : {})

/** The value as a list; an empty one when it is not. */
export const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
