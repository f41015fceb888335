/** Reading JSON whose shape nobody has promised. */
export type JsonRecord = Readonly<Record<string, unknown>>

export const isRecord = (value: unknown): value is JsonRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The value as an object; an empty one when it is not. */
export const asRecord = (value: unknown): JsonRecord => (isRecord(value) ? value : {})

/** What a text says as JSON; undefined when it is none: it may come from a file that others can write. */
export const parsedJson = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    // Whoever asks does without it.
    return undefined
  }
}

/** The value as a list; an empty one when it is not. */
export const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
