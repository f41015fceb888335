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

/** The value as text; an empty one for what is neither text nor a number. Some values cannot even be made one. */
export const asText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

/** More than anybody could be asked to pay for. */
const MOST = 1e12

/** How much of something a server says there is; undefined for what cannot be. */
export const asCount = (value: unknown): number | undefined =>
  typeof value === 'number' && value >= 0 && value <= MOST ? value : undefined
