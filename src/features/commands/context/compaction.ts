import { grouped } from '../../../lib/text/columns.ts'
import type { Command, CommandHost } from '../../../protocol/command.ts'
import type { CompactReport } from '../../../protocol/context.ts'
import { contextAnswer } from '../../../protocol/messages/commands/context.ts'
import { headerOf } from '../../../protocol/messages/commands/table-cells.ts'
import { lines } from '../../../protocol/messages/layout.ts'
import type { LocalizedText, Text } from '../../../protocol/messages/localized-text.ts'
import { table } from '../../../protocol/messages/table.ts'
import { OpError } from '../../../protocol/op.ts'
import { paragraphs, shown } from '../answer.ts'
import { described } from '../described.ts'

export const compactCommand: Command = {
  ...described('compact'),
  group: 'context',
  destructive: true,
  headless: true,
  async run(args, { engine }) {
    const preview = /(^|\s)--preview(?=\s|$)/.test(args)
    const instructions = args.replace(/(^|\s)--preview(?=\s|$)/g, ' ').trim()
    const back = await wayBack(engine)
    const report = await engine.compact({
      ...(instructions === '' ? {} : { instructions }),
      ...(preview ? { preview } : {}),
      onlyIfShorter: true,
    })
    if (report.unchanged) return shown(unchangedText(report))
    return shown(preview ? previewText(report) : doneText(report, back))
  },
}

/** Where all of it still is, and how to return there; nothing in a session that is not kept. To be asked before. */
const wayBack = async (engine: CommandHost['engine']): Promise<readonly LocalizedText[]> => {
  const { sessionId, transcriptPath } = await engine.query('state')
  const last = (await engine.query('history')).at(-1)?.uuid
  if (transcriptPath === undefined || last === undefined) return []
  return [
    contextAnswer('full_conversation', { command: `capstan sessions show ${sessionId}` }),
    contextAnswer('resume_before', {
      command: `capstan --resume ${sessionId} --resume-session-at ${last}`,
    }),
  ]
}

const doneText = (report: CompactReport, back: readonly LocalizedText[]): LocalizedText =>
  lines([contextAnswer('compacted', amountsOf(report)), ...countsOf(report), ...back])

const amountsOf = ({
  before,
  after,
  by,
}: CompactReport): { readonly before: string; readonly after: string; readonly by: Text } => ({
  before: grouped(before),
  after: grouped(after),
  by:
    by === 'full-compact'
      ? contextAnswer('by_summary')
      : by === 'session-memory-compact'
        ? contextAnswer('by_notes')
        : by,
})

const unchangedText = ({ before, after }: CompactReport): LocalizedText =>
  after > before
    ? contextAnswer('compacting_gains_nothing', { before: grouped(before), after: grouped(after) })
    : contextAnswer('too_short_to_compact', { before: grouped(before) })

const previewText = (report: CompactReport): LocalizedText =>
  lines([
    contextAnswer('compact_preview', amountsOf(report)),
    '',
    contextAnswer('replaces'),
    report.summary,
    ...(report.carried.length === 0 ? [] : ['', contextAnswer('verbatim')]),
    ...report.carried.map(({ kind, text }) => contextAnswer(`kept_${kind}`, { text })),
  ])

const KINDS = [
  'request',
  'todo',
  'plan',
  'effect',
  'refused',
  'message',
] as const satisfies readonly CompactReport['carried'][number]['kind'][]

const countsOf = ({ carried }: CompactReport): readonly LocalizedText[] => {
  const kinds = KINDS.flatMap(kind => {
    const count = carried.filter(item => item.kind === kind).length
    return count === 0 ? [] : [contextAnswer(`count_${kind}`, { count })]
  })
  return kinds.length === 0 ? [] : [contextAnswer('kept_verbatim', { kinds })]
}

export const autocompactCommand: Command = {
  ...described('autocompact'),
  group: 'context',
  headless: true,
  beside: true,
  async run(args, { engine, setAutoCompact, settings }) {
    if (args === '') {
      const { compactAt, tokens } = await engine.query('context')
      return shown(
        compactAt === undefined
          ? contextAnswer('auto_compact_off')
          : contextAnswer('auto_compact_on', { limit: grouped(compactAt), tokens: grouped(tokens) }),
      )
    }
    const window = windowIn(args)
    if (window !== undefined) {
      const { compactAt: before } = await engine.query('context')
      if (before === undefined) await settings.write('autoCompactEnabled', true, 'user')
      setAutoCompact(true, window === 'auto' ? Number.MAX_SAFE_INTEGER : window)
      const file =
        window === 'auto'
          ? await settings.remove('autoCompactWindow', 'user')
          : (await settings.write('autoCompactWindow', window, 'user')).file
      const { compactAt = 0 } = await engine.query('context')
      return shown(contextAnswer('auto_compact_window', { limit: grouped(compactAt), file }))
    }
    if (args !== 'on' && args !== 'off') throw new OpError(contextAnswer('auto_compact_takes'))
    setAutoCompact(args === 'on')
    const { file } = await settings.write('autoCompactEnabled', args === 'on', 'user')
    return shown(
      contextAnswer(args === 'on' ? 'auto_compact_turned_on' : 'auto_compact_turned_off', { file }),
    )
  },
}

const LEAST_WINDOW = 100_000
const MOST_WINDOW = 1_000_000

/** `200k`, `1m`, `150,000` or `auto`, the same as `--autocompact` takes; undefined: it is something else. */
const windowIn = (args: string): number | 'auto' | undefined => {
  if (args === 'auto') return args
  const [, digits, unit] = /^(\d[\d,_]*(?:\.\d+)?)\s*(k|m)?$/i.exec(args) ?? []
  if (digits === undefined) return undefined
  const times = unit === undefined ? 1 : unit.toLowerCase() === 'k' ? 1_000 : 1_000_000
  const tokens = Math.round(Number(digits.replaceAll(/[,_]/g, '')) * times)
  if (tokens < LEAST_WINDOW || tokens > MOST_WINDOW) throw new OpError(contextAnswer('auto_compact_takes'))
  return tokens
}

export const snipCommand: Command = {
  ...described('snip'),
  group: 'context',
  headless: true,
  beside: true,
  async run(args, { engine, outline }) {
    const items = outline()
    if (args === '') {
      if (items.length === 0) return shown(contextAnswer('nothing_to_remove'))
      const rows = items.map(({ id, tokens, text }) => [id, tokens, text])
      return shown(paragraphs([table(headerOf('id', 'tokens', 'reply'), rows), contextAnswer('snip_usage')]))
    }
    const [from = '', to = from, ...more] = args.split(/\s+/)
    if (more.length > 0) throw new OpError(contextAnswer('snip_takes'))
    const [first, last] = [from, to].map(id => items.findIndex(item => item.id === id)) as [number, number]
    const unknown = first === -1 ? from : last === -1 ? to : undefined
    if (unknown !== undefined) throw new OpError(contextAnswer('no_such_reply', { id: unknown }))
    await engine.send({ type: 'snip', from, to })
    const tokens = items.slice(Math.min(first, last), Math.max(first, last) + 1)
    const sum = tokens.reduce((all, item) => all + item.tokens, 0)
    return shown(contextAnswer('removed', { tokens: grouped(sum) }))
  },
}
