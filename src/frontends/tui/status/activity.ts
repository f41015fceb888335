import { truncateAnsi } from '../../../lib/ansi-text.ts'
import { escapeLine } from '../../../lib/escape-text.ts'
import { fromDirectory } from '../../../lib/short-path.ts'
import { addressHost, commandProgram, unlessKey } from '../../../lib/text/call-subject.ts'
import { isServerCall } from '../state/call-kind.ts'
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

type RunningCall = Pick<ToolItem, 'name' | 'presentation'>

/** What a running call does, in a few words; all of the call is the model's. */
export const callActivity = (call: RunningCall, view: ActivityView): string => {
  const text = activityOf(call, view) ?? view.words.running(escapeLine(nameOf(call), LONGEST))
  return truncateAnsi(text, Math.min(LONGEST, Math.max(LEAST, view.width - REST)))
}

const activityOf = ({ presentation }: RunningCall, { words, cwd }: ActivityView): string | undefined => {
  const say = (make: (text: string) => string, text: string | undefined): string | undefined =>
    text === undefined || text === '' ? undefined : make(escapeLine(text, 2 * LONGEST))
  const { body, subject } = presentation ?? {}
  const path = subject?.type === 'file' ? fromDirectory(subject.path, cwd) : undefined
  switch (body?.type) {
    case 'content':
      return say(words.reading, path)
    case 'diff':
      return say(body.writes ? words.writing : words.editing, path)
    case 'matches':
      return say(words.searching, unlessKey(subject?.type === 'search' ? subject.pattern : undefined))
    case 'output':
      return say(words.running, commandProgram(body.command ?? ''))
    case 'page':
      return say(words.fetching, addressHost(body.url))
    case 'agent':
      return say(words.runningSkill, body.skill)
    default:
      return undefined
  }
}

/** Of a server's tool also whose it is. */
const nameOf = ({ name, presentation }: RunningCall): string =>
  isServerCall(presentation) && typeof presentation?.name === 'string' ? presentation.name : name
