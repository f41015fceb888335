import type { Text } from '../../../protocol/messages/localized-text.ts'
import { type Presentation, presentInput, type Subject } from '../../../protocol/messages/presentation.ts'
import type { ToolItem } from '../state/item.ts'
import { linkFile } from './reference-links.ts'
import type { View } from './render-options.ts'
import { safeFirstLine, safeLine } from './safe-text.ts'
import { shownPath } from './shown-path.ts'

/** Text of a presentation in the language of the screen, on one line. */
export const shownText = (text: Text, { words }: Pick<View, 'words'>): string =>
  safeLine(typeof text === 'string' ? text : words.told(text))

/** Of a call that came without one, only the input can be shown. */
export const presentationOf = ({ presentation }: Pick<ToolItem, 'presentation'>): Presentation =>
  presentation ?? presentInput(undefined)

export const callName = (item: ToolItem, view: View): string => {
  const { name } = presentationOf(item)
  return name === undefined ? safeLine(item.name) : shownText(name, view)
}

/** What a call is about, on one line; empty while nothing of its input has arrived. */
export const callSubject = (item: ToolItem, view: View): string => {
  const { subject, body } = presentationOf(item)
  switch (subject.type) {
    case 'text':
      return shownText(subject.text, view)
    case 'summary':
      return summaryOf(subject, body, view)
    case 'file':
      return `${shownPath(subject.path, view.cwd)}${rangeOf(subject)}`
    case 'command':
      return commandOf(subject.command, view)
    case 'search': {
      const pattern = safeLine(subject.pattern)
      const directory = subject.path ?? subject.glob
      return directory === undefined
        ? pattern
        : view.words.transcript.searchedIn(pattern, shownPath(directory, view.cwd))
    }
    case 'input':
      return safeLine(inputText(item.input)).slice(0, MAX_SUBJECT)
  }
}

/** The same, with the file that it names as a link. */
export const linkedSubject = (item: ToolItem, view: View): string => {
  const { subject } = presentationOf(item)
  return linkFile(subject.type === 'file' ? subject.path : undefined, callSubject(item, view), view)
}

const summaryOf = (
  { text }: Extract<Subject, { readonly type: 'text' | 'summary' }>,
  body: Presentation['body'],
  view: View,
): string => {
  // Arguments of a skill may be long; a plan lies where the project is.
  if (body?.type === 'agent' && body.skill !== undefined && typeof text === 'string')
    return safeFirstLine(text)
  const shown = shownText(text, view)
  return body?.type === 'plan' ? shown.replace(`${view.cwd ?? ''}/`, '') : shown
}

const rangeOf = ({ line, endLine }: Extract<Subject, { readonly type: 'file' }>): string => {
  if (line === undefined) return ''
  return endLine === undefined ? `:${line}` : `:${line}–${endLine}`
}

const commandOf = (command: string, { verbose }: View): string => {
  if (verbose) return safeLine(command)
  const first = safeFirstLine(command)
  return command.trim().includes('\n') ? `${first} …` : first
}

const MAX_SUBJECT = 200

const inputText = (input: unknown): string => {
  if (typeof input !== 'object' || input === null) return ''
  const entries = Object.entries(input)
  const [only] = entries
  if (entries.length === 1 && only && typeof only[1] === 'string') return only[1]
  return entries.map(([name, value]) => `${name}: ${valueText(value)}`).join(', ')
}

const valueText = (value: unknown): string => {
  if (typeof value === 'string') return value.length > 60 ? `${value.slice(0, 60)}…` : value
  return JSON.stringify(value) ?? ''
}
