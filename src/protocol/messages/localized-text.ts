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
  /** In Chinese, of a text whose row is not in the shared catalogue: what a tool says to the model. */
  readonly zh?: string
}

/** A string is foreign: a path, a name, what a program said. It is shown as it is in every language. */
export type Text = string | LocalizedText

export type TextValue = Text | number | readonly Text[]

/** Shows one text in the language in force. */
export type Localize = (text: Text) => string

export const inEnglish: Localize = text => (typeof text === 'string' ? text : text.text)

/** An error whose words are for people: `message` is the English of what it says. */
export class LocalizedError extends Error {
  readonly localized: Text
  constructor(text: Text, options?: ErrorOptions) {
    super(inEnglish(text), options)
    this.localized = text
  }
}

/** What an error says: as data where it is one of ours, else in its own words. */
export const describeError = (error: unknown): Text => {
  if (error instanceof LocalizedError) return error.localized
  return error instanceof Error ? error.message : String(error)
}
