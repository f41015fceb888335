import { formatDuration } from '../../features/sessions/export/format-amount.ts'
import type { LedgerRow } from '../../features/sessions/ledger/ledger-rows.ts'
import { dollars } from '../../lib/dollars.ts'
import { escapeLine } from '../../lib/escape-text.ts'
import { inOneLine } from '../../lib/text/written-signs.ts'
import { localTime } from '../sessions/local-time.ts'
import type { LedgerWords } from './ledger-words.ts'

export interface LedgerTotals {
  rows: number
  usd: number
  unpriced: number
}

export const totalsLine = ({ rows, usd, unpriced }: LedgerTotals, words: LedgerWords): string =>
  rows === 0
    ? `${words.nothing}\n`
    : `\n${words.total(rows, dollars(usd))}${unpriced > 0 ? words.unpriced(unpriced) : ''}\n`

/** A head for each turn, its rows below. */
export const createTextRow = (words: LedgerWords): ((row: LedgerRow) => string) => {
  let last = ''
  return row => {
    const key = `${row.session} ${row.turn}`
    const head =
      key === last
        ? ''
        : `\n${row.session.slice(0, 8)} ${words.head(row.turn)}  ${localTime(row.at)}  ${escapeLine(row.because, 90)}\n`
    last = key
    return `${head}  ${row.kind.padEnd(5)}  ${escapeLine(deedOf(row, words), 84)}  ${inOneLine(tailOf(row, words))}\n`
  }
}

const tailOf = (row: LedgerRow, words: LedgerWords): readonly string[] => {
  const { usd, added, removed, durationMs, approval, agent } = row
  const money = usd === undefined ? '' : usd === null ? words.noPrice : dollars(usd)
  const lines = added === undefined ? '' : `+${added} -${removed ?? 0}`
  const took = row.kind === 'run' && durationMs !== undefined ? formatDuration(durationMs) : ''
  const isRefused = row.outcome === 'refused'
  const approver =
    approval === undefined || isRefused ? '' : escapeLine(words.approved(approval.by, approval.text), 80)
  return [
    approval && isRefused
      ? escapeLine(words.refused(approval.by, approval.text), 80)
      : words.outcome(row.outcome),
    lines,
    took,
    money,
    approver,
    agent === undefined ? '' : words.agent(agent),
  ].filter(part => part !== '')
}

/** Of a tool that does one thing, that thing; of one of a server its name; of a command only the command. */
const deedOf = ({ kind, by, what }: LedgerRow, { deeds, received }: LedgerWords): string => {
  if (kind === 'message') return received(by, what)
  if (kind === 'write' || kind === 'spend') return what
  const deed = Object.hasOwn(deeds, by) ? deeds[by] : serverTool(by)
  if (deed === undefined) return what
  // Where the input says nothing the name of the tool stands for it.
  return what === by ? deed.replace(/[:：]$/, '') : deed.endsWith('：') ? `${deed}${what}` : `${deed} ${what}`
}

const serverTool = (name: string): string | undefined => {
  const [, server, tool] = /^mcp__(.+?)__(.+)$/.exec(name) ?? []
  return server === undefined ? undefined : `${server} ${tool}:`
}
