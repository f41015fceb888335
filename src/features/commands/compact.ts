import type { Command, CommandHost } from '../../protocol/command.ts'
import type { CompactReport } from '../../protocol/context.ts'
import { grouped } from './columns.ts'

export const compactCommand: Command = {
  name: 'compact',
  description: 'Compact the conversation; --preview shows what would be kept',
  argumentHint: '[focus] [--preview]',
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
    if (report.unchanged) return { kind: 'shown', text: unchangedText(report) }
    return {
      kind: 'shown',
      text: preview ? previewText(report) : doneText(report, back),
    }
  },
}

/** Where all of it still is, and how to return there; nothing in a session that is not kept. To be asked before. */
const wayBack = async (engine: CommandHost['engine']): Promise<readonly string[]> => {
  const { sessionId, transcriptPath } = await engine.query('state')
  const last = (await engine.query('history')).at(-1)?.uuid
  if (transcriptPath === undefined || last === undefined) return []
  return [
    `The full conversation is in the session file: capstan sessions show ${sessionId}`,
    `To resume from before this: capstan --resume ${sessionId} --resume-session-at ${last}`,
  ]
}

const doneText = (report: CompactReport, back: readonly string[]): string =>
  [
    `About ${grouped(report.before)} tokens became ${grouped(report.after)} (${by(report)}).`,
    ...countsOf(report),
    ...back,
  ].join('\n')

const STAGES: Readonly<Record<string, string>> = {
  'full-compact': 'a summary by the model',
  'session-memory-compact': 'session notes plus the most recent messages',
}

const by = (report: CompactReport): string => STAGES[report.by] ?? report.by

const unchangedText = ({ before, after }: CompactReport): string =>
  after > before
    ? `Nothing was changed: about ${grouped(before)} tokens would become ${grouped(after)}. Your messages and the record of what was done are kept word for word, so there is nothing to gain yet.`
    : `Nothing was changed: the conversation is too short to compact. Nearly all of its ${grouped(before)} tokens (estimated) are prompt, tools and files; see /context.`

const previewText = (report: CompactReport): string =>
  [
    `Preview, nothing was changed: about ${grouped(report.before)} tokens would become ${grouped(report.after)} (${by(report)}).`,
    '',
    'Replaces what is no longer sent:',
    report.summary,
    ...(report.carried.length === 0 ? [] : ['', 'Verbatim:']),
    ...report.carried.map(({ kind, text }) => `- ${KINDS[kind][0]}: ${text}`),
  ].join('\n')

/** One, and several. */
const KINDS: { readonly [K in CompactReport['carried'][number]['kind']]: readonly [string, string] } = {
  request: ['request', 'requests'],
  todo: ['to-do', 'to-dos'],
  plan: ['plan', 'plans'],
  effect: ['effect', 'effects'],
  refused: ['refusal', 'refusals'],
  message: ['message', 'messages'],
}

const countsOf = ({ carried }: CompactReport): readonly string[] => {
  const counts = Object.entries(KINDS).flatMap(([kind, [one, several]]) => {
    const count = carried.filter(item => item.kind === kind).length
    return count === 0 ? [] : [`${count} ${count === 1 ? one : several}`]
  })
  return counts.length === 0 ? [] : [`Kept verbatim: ${counts.join(', ')}.`]
}
