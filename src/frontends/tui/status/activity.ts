import { truncateAnsi } from '../../../lib/ansi-text.ts'
import { escapeLine } from '../../../lib/escape-text.ts'
import { fromDirectory } from '../../../lib/short-path.ts'
import { addressHost, commandProgram, unlessKey } from '../../../lib/text/call-subject.ts'
import { commandField, pathField } from '../../../lib/values/call-fields.ts'
import { textField } from '../../../lib/values/read-field.ts'
import type { ToolItem } from '../state/item.ts'
import type { Words } from '../text/words.ts'

interface ActivityView {
  readonly words: Words['status']
  readonly cwd: string
  readonly width: number
}

/** Columns the rest of the line needs to say how long and how to stop. */
const REST = 40
const LEAST = 20
const LONGEST = 60

/** What a running call does, in a few words; all of the call is the model's. */
export const callActivity = (call: Pick<ToolItem, 'name' | 'input'>, view: ActivityView): string => {
  const text = activityOf(call, view) ?? view.words.running(escapeLine(readableName(call.name), LONGEST))
  return truncateAnsi(text, Math.min(LONGEST, Math.max(LEAST, view.width - REST)))
}

const activityOf = (
  { name, input }: Pick<ToolItem, 'name' | 'input'>,
  { words, cwd }: ActivityView,
): string | undefined => {
  const say = (make: (text: string) => string, text: string | undefined): string | undefined =>
    text === undefined || text === '' ? undefined : make(escapeLine(text, 2 * LONGEST))
  const path = (): string | undefined => {
    const given = pathField(input)
    return given === undefined ? undefined : fromDirectory(given, cwd)
  }
  switch (name) {
    case 'Read':
      return say(words.reading, path())
    case 'Edit':
    case 'MultiEdit':
    case 'NotebookEdit':
      return say(words.editing, path())
    case 'Write':
      return say(words.writing, path())
    case 'Grep':
    case 'Glob':
      return say(words.searching, unlessKey(textField(input, 'pattern')))
    case 'Bash':
      return say(words.running, commandProgram(commandField(input) ?? ''))
    case 'WebFetch':
      return say(words.fetching, addressHost(textField(input, 'url') ?? ''))
    case 'Skill':
      return say(words.runningSkill, textField(input, 'skill') ?? textField(input, 'command'))
    default:
      return undefined
  }
}

const readableName = (name: string): string => name.replace(/^mcp__(.+?)__(.+)$/, '$1 · $2')
