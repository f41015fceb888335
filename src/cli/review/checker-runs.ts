import { outputOf } from '../../features/claims/run-output.ts'
import type { Proof } from '../../features/code-review/finding.ts'
import { callsIn } from '../../features/sessions/folds/called-commands.ts'
import { EffectReader } from '../../features/sessions/folds/effects.ts'
import { agentFiles, readRecords } from '../../features/sessions/ledger/read-records.ts'
import { isMadeOf, namesRun, plainCommand } from '../../lib/text/command-match.ts'
import { type Message, plainText } from '../../protocol/message.ts'

interface Ran {
  readonly command: string
  readonly failed: boolean
}

interface CheckerRecord {
  /** What it was given to try. */
  readonly prompt: string
  readonly ran: readonly Ran[]
}

/** What the record of the checker of a finding has of a command that it names; undefined: there is no such record. */
export type CheckerRuns = (finding: string, named: string) => Proof['ran'] | undefined

/** Reads what checkers really ran: what they say of it counts for nothing here. */
export const readCheckerRuns = (sessions: readonly string[]): CheckerRuns => {
  const records = sessions.flatMap(agentFiles).flatMap(file => recordIn(file) ?? [])
  return (finding, named) => {
    const own = records.filter(({ prompt }) => prompt.includes(finding))
    if (own.length === 0) return undefined
    const command = plainCommand(named)
    const ran = own.flatMap(record => record.ran)
    const used = ran.filter(one => namesRun(command, one.command))
    if (used.length > 0) return used.at(-1)?.failed ? 'failed' : 'done'
    // Several that are named at once: one of them has to fail.
    const pieces = new Map(ran.filter(one => namesRun(one.command, command)).map(one => [one.command, one]))
    if (!isMadeOf(command, [...pieces.keys()])) return 'never'
    return [...pieces.values()].some(({ failed }) => failed) ? 'failed' : 'done'
  }
}

const recordIn = (file: string): CheckerRecord | undefined => {
  const messages: Message[] = []
  for (const record of readRecords(file))
    if (record.kind === 'entry' && (record.entry.type === 'user' || record.entry.type === 'assistant'))
      messages.push(record.entry)
  const [first] = messages
  if (first?.type !== 'user') return undefined
  const { content } = first.message
  return { prompt: typeof content === 'string' ? content : plainText(content), ran: ranIn(messages) }
}

/** The shell says by these that there was nothing to run. */
const NOT_RUN = /\bexit code 12[67]\b/

const ranIn = (messages: readonly Message[]): readonly Ran[] => {
  const calls = callsIn(messages)
  const reader = new EffectReader()
  const effects = messages.flatMap(message => reader.take(message))
  const told = effects.flatMap(({ kind, text, outcome, detail = '', toolUseId = '' }) => {
    if (kind !== 'command' || !['done', 'failed'].includes(outcome) || NOT_RUN.test(detail)) return []
    const { command = text, output = '' } = calls.get(toolUseId) ?? {}
    const { isRed, sumsUpRed } = outputOf(output)
    return [{ command: plainCommand(command), failed: outcome === 'failed' || isRed || sumsUpRed }]
  })
  const known = new Set(effects.map(({ toolUseId }) => toolUseId))
  // One that only looks leaves nothing behind.
  const looks = [...calls].flatMap(([id, { command, output, isError }]) =>
    command === undefined || output === undefined || isError || known.has(id)
      ? []
      : [{ command: plainCommand(command), failed: false }],
  )
  return [...told, ...looks]
}
