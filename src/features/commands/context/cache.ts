import { dollars } from '../../../lib/dollars.ts'
import type { CacheLine, CacheReport } from '../../../protocol/cache.ts'
import type { Command } from '../../../protocol/command.ts'
import { columns, grouped, percent } from '../columns.ts'

const SHOWN = 20

export const cacheCommand: Command = {
  name: 'cache',
  description: 'Show what the prompt cache served, and why it was missed',
  group: 'context',
  headless: true,
  beside: true,
  panel: { name: 'cache', when: 'always' },
  async run(_, { engine, rich }) {
    const report = await engine.query('cache')
    if (report.requests.length === 0) return { kind: 'shown', text: 'No request has been made yet.' }
    const text = [headline(report), '', table(report.requests.slice(-SHOWN), rich), ...breaks(report)].join(
      '\n',
    )
    return { kind: 'shown', text }
  },
}

const headline = ({ requests, hitRatio, lostTokens, lostUsd }: CacheReport): string => {
  const money = lostUsd === undefined ? 'price unknown' : dollars(lostUsd)
  const lost =
    lostTokens === 0
      ? 'nothing was paid for twice'
      : `${grouped(lostTokens)} tokens were paid for again (${money})`
  const count = requests.length === 1 ? '1 request' : `${grouped(requests.length)} requests`
  return `${count}, ${percent(hitRatio)} of the input from the cache; ${lost}.`
}

const table = (lines: readonly CacheLine[], rich: boolean): string =>
  columns(
    ['time', 'for', 'model', 'new', 'written', 'read', 'missed'],
    lines.map(line => [
      timeOf(line.at),
      line.source,
      line.model,
      line.input,
      line.cacheWrite,
      line.cacheRead,
      line.break?.cause ?? '',
    ]),
    rich,
  )

/** On the clock of the person. */
const timeOf = (at: string): string => new Date(at).toTimeString().slice(0, 8)

const breaks = ({ requests }: CacheReport): readonly string[] => {
  const told = requests.flatMap(line =>
    line.break && line.break.cause !== 'first_request' ? [{ line, broken: line.break }] : [],
  )
  if (told.length === 0) return []
  return [
    '',
    ...told.slice(-SHOWN).map(({ line, broken }) => {
      const where = broken.fromByte === undefined ? '' : ` from byte ${grouped(broken.fromByte)}`
      const money = broken.lostUsd === undefined ? '' : `, ${dollars(broken.lostUsd)}`
      return `${timeOf(line.at)} ${broken.cause}${where}: ${broken.detail}; ${grouped(broken.lostTokens)} tokens again${money}`
    }),
  ]
}
