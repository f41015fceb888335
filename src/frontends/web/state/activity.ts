import { escapeLine } from '../../../lib/escape-text.ts'
import { addressHost, commandProgram, unlessKey } from '../../../lib/text/call-subject.ts'
import type { Words } from '../text/en.ts'
import type { Row, ToolRow } from './row.ts'
import { inside, nameOf } from './tool-facts.ts'

type Activity = keyof Words['activity']
type Call = Pick<ToolRow, 'name' | 'presentation'>

const LONGEST = 60

/** What a running call does, in a few words; all of the call is the model's. */
export const callActivity = (call: Call, words: Words, cwd: string): string => {
  const [kind, text = ''] = activityOf(call) ?? []
  return kind === undefined || text === ''
    ? words.activity.running(escapeLine(nameOf(call), LONGEST))
    : words.activity[kind](escapeLine(inside(text, cwd), LONGEST))
}

const activityOf = ({ presentation }: Call): readonly [Activity, string | undefined] | undefined => {
  const { body, subject } = presentation ?? {}
  const path = subject?.type === 'file' ? subject.path : undefined
  switch (body?.type) {
    case 'content':
      return ['reading', path]
    case 'diff':
      return [body.writes ? 'writing' : 'editing', path]
    case 'matches':
      return ['searching', unlessKey(subject?.type === 'search' ? subject.pattern : undefined)]
    case 'output':
      return ['running', commandProgram(body.command ?? '')]
    case 'page':
      return ['fetching', addressHost(body.url)]
    case 'agent':
      return body.skill === undefined ? undefined : ['runningSkill', body.skill]
    default:
      return undefined
  }
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
