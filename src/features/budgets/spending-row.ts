import { isObject } from '../../lib/is-object.ts'
/** One model call on the bill: a line of the spending file. */
export interface SpendingRow {
  /** When it ended; with session and reply the name of the call: a row that comes twice counts once. */
  readonly at: string
  readonly session: string
  readonly reply: string
  readonly project: string
  readonly model: string
  readonly source: string
  /** Absent: the price is not known. */
  readonly usd?: number
  /** The call did not come to its end, so this is an estimate. */
  readonly partial?: boolean
}

/** All sessions of that day, or of that project, are in the file: those from before it was begun too. */
export interface CountedMark {
  readonly counted: string
}

const TEXTS = ['at', 'session', 'reply', 'project', 'model', 'source'] as const

/** Read strictly, because money is decided by it: a line that is wrong in any part does not count. */
export const parseSpendingLine = (line: string): SpendingRow | CountedMark | undefined => {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    // A line that a crash cut off: the call is in its session file and is counted from there.
    return undefined
  }
  if (!isObject(value)) return undefined
  if (typeof value['counted'] === 'string') return { counted: value['counted'] }
  const { usd } = value
  const isAmount = usd === undefined || (typeof usd === 'number' && Number.isFinite(usd) && usd >= 0)
  const isWhole = TEXTS.every(key => typeof value[key] === 'string') && isAmount
  return isWhole && Number.isFinite(Date.parse(String(value['at'])))
    ? (value as unknown as SpendingRow)
    : undefined
}

export const nameOf = ({ session, reply, at }: SpendingRow): string => `${session} ${reply} ${at}`

const two = (value: number): string => String(value).padStart(2, '0')

/** The day on the person's calendar. */
export const dayOf = (time: Date): string =>
  `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`

export const dayMark = (day: string): string => `day ${day}`
export const projectMark = (project: string): string => `project ${project}`

/** The file of a moment: one a month, so that none grows for ever. */
export const monthOf = (at: string): string => new Date(at).toISOString().slice(0, 7)
