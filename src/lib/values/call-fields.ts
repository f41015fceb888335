import { textField } from './read-field.ts'

/** Calls are shown as the model wrote them, and it may write a parameter under another name than the tool has for it. */
const textUnder = (input: unknown, names: readonly string[], others: RegExp): string | undefined => {
  for (const name of names) {
    const text = textField(input, name)
    if (text !== undefined) return text
  }
  if (typeof input !== 'object' || input === null) return undefined
  const key = Object.keys(input).find(each => others.test(each) && textField(input, each) !== undefined)
  return key === undefined ? undefined : textField(input, key)
}

/** The file that a call is about. */
export const pathField = (input: unknown): string | undefined =>
  textUnder(input, ['file_path', 'notebook_path', 'path'], /path$|^(?:target.?)?file(?:.?name)?$/i)

/** The command that a call runs. */
export const commandField = (input: unknown): string | undefined =>
  textUnder(input, ['command'], /^(?:cmd|script|code|bash|(?:shell.?)?command(?:.?line)?)$/i)
