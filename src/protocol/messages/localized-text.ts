import { errorText } from '../../lib/error-text.ts'

/**
 * Something said to people, as data: which row of the catalogue (`protocol/messages/<area>.ts`) and what varies in it.
 * A front end shows it in the language in force; a client that localises by itself goes by `id` and `values`.
 */
export interface LocalizedText {
  /** `<area>.<row>`. */
  readonly id: string
  readonly values?: Readonly<Record<string, TextValue>>
  /** In English: for logs, for programs, and where no other language is in force. */
  readonly text: string
  /** The Chinese row of a text that is not in the shared catalogue, with its holes: what the model is told. */
  readonly zh?: string
}

/** A string is foreign: a path, a name, what a program said. It is shown as it is in every language. */
export type Text = string | LocalizedText

export type TextValue = Text | number | readonly (Text | number)[]

/** Says that something is not as it was asked for. */
export type Warn = (text: LocalizedText) => void

/** Shows one text in the language in force. */
export type Localize = (text: Text) => string

export const inEnglish: Localize = text => (typeof text === 'string' ? text : text.text)

/** An error whose words are for people: `message` is the English of what it says. */
export class LocalizedError<T extends Text = Text> extends Error {
  readonly localized: T
  constructor(text: T, options?: ErrorOptions) {
    super(inEnglish(text), options)
    this.localized = text
  }
}

/** What an error says: as data where it is one of ours (whichever file of the build made it), else in its own words. */
export const describeError = (error: unknown): Text => {
  if (!(error instanceof Error)) return errorText(error)
  return (error as Partial<LocalizedError>).localized ?? errorText(error)
}

/** As an event or a terminal carries it: English for everybody, and the data where there is any. */
export const messageFields = (
  text: Text,
): { readonly message: string; readonly localized?: LocalizedText } =>
  typeof text === 'string' ? { message: text } : { message: text.text, localized: text }

const DEEPEST = 8

/** Whether something that was read, of a session file say, is a text as data. */
export const isLocalizedText = (value: unknown, depth = 0): value is LocalizedText => {
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return false
  const { id, text, zh = '', values = {} } = value as { readonly [key: string]: unknown }
  if ([id, text, zh].some(each => typeof each !== 'string')) return false
  if (typeof values !== 'object' || values === null) return false
  const isText = (each: unknown): boolean => typeof each === 'string' || isLocalizedText(each, depth + 1)
  return Object.values(values).every(
    each => typeof each === 'number' || (Array.isArray(each) ? each.every(isText) : isText(each)),
  )
}

/** What a file says: as data where that is whole, else its English. */
export const savedText = (localized: unknown, english: string): Text =>
  isLocalizedText(localized) ? localized : english
