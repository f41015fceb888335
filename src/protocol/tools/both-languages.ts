/** Words for the model, in both languages a prompt can be in. */
export interface BothLanguages {
  readonly en: string
  readonly zh: string
}

export type PromptLanguage = keyof BothLanguages

/** A plain string is foreign: it is the same in every language. */
export const inPromptLanguage = (text: string | BothLanguages, language: PromptLanguage = 'en'): string =>
  typeof text === 'string' ? text : text[language]
