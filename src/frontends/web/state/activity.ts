import { escapeLine } from '../../../lib/escape-text.ts'
import { addressHost, commandProgram, unlessKey } from '../../../lib/text/call-subject.ts'
import { commandField, pathField } from '../../../lib/values/call-fields.ts'
import { textField } from '../../../lib/values/read-field.ts'
import type { Words } from '../text/en.ts'
import type { Row, ToolRow } from './row.ts'
import { inside, readableName } from './tool-facts.ts'

type Activity = keyof Words['activity']
type Call = Pick<ToolRow, 'name' | 'input'>

const LONGEST = 60

const pattern = (input: unknown): string | undefined => unlessKey(textField(input, 'pattern'))

const ACTIVITIES: Readonly<Record<string, readonly [Activity, (input: unknown) => string | undefined]>> = {
  Read: ['reading', pathField],
  Edit: ['editing', pathField],
  MultiEdit: ['editing', pathField],
  NotebookEdit: ['editing', pathField],
  Write: ['writing', pathField],
  Grep: ['searching', pattern],
  Glob: ['searching', pattern],
  Bash: ['running', input => commandProgram(commandField(input) ?? '')],
  WebFetch: ['fetching', input => addressHost(textField(input, 'url') ?? '')],
  Skill: ['runningSkill', input => textField(input, 'skill') ?? textField(input, 'command')],
}

/** What a running call does, in a few words; all of the call is the model's. */
export const callActivity = ({ name, input }: Call, words: Words, cwd: string): string => {
  const [kind, about] = (Object.hasOwn(ACTIVITIES, name) ? ACTIVITIES[name] : undefined) ?? []
  const text = about?.(input) ?? ''
  return kind === undefined || text === ''
    ? words.activity.running(escapeLine(readableName(name), LONGEST))
    : words.activity[kind](escapeLine(inside(text, cwd), LONGEST))
}

/** The first call of the last message that runs: those behind it may wait for it. */
export const runningCall = (rows: readonly Row[]): ToolRow | undefined => {
  let first: ToolRow | undefined
  for (let at = rows.length - 1; at >= 0; at--) {
    const row = rows[at]
    if (!row || row.kind === 'user') break
    if (row.kind === 'tool' && row.state === 'running' && !row.streaming) first = row
  }
  return first
}
