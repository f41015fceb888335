import { field, numberField, textField } from './read-field.ts'

/** Said by the output of a command that did not simply end well, or goes on. */
const REMARKS = ['returnCodeInterpretation', 'signal', 'backgroundTaskId']

/** Nothing but text came back, and nothing went wrong: the result of a look can be folded away. */
export const isQuietResult = (content: unknown, output: unknown): boolean =>
  isOnlyText(content) &&
  (numberField(output, 'exitCode') ?? 0) === 0 &&
  (textField(output, 'stderr') ?? '').trim() === '' &&
  numberField(output, 'timedOutAfterMs') === undefined &&
  field(output, 'interrupted') !== true &&
  field(output, 'isImage') !== true &&
  REMARKS.every(name => textField(output, name) === undefined)

const isOnlyText = (content: unknown): boolean =>
  typeof content === 'string' ||
  (Array.isArray(content) && content.every(block => textField(block, 'type') === 'text'))
