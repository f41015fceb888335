import type { Command, CommandHost } from '../../../protocol/command.ts'
import type { CompactReport } from '../../../protocol/context.ts'
import { OpError } from '../../../protocol/op.ts'
import { columns, grouped } from '../columns.ts'

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

export const autocompactCommand: Command = {
  name: 'autocompact',
  description: 'Show or change auto-compact: on or off',
  argumentHint: '[on|off]',
  group: 'context',
  headless: true,
  beside: true,
  async run(args, { engine, setAutoCompact, settings }) {
    if (args === '') {
      const { compactAt, tokens } = await engine.query('context')
      const text =
        compactAt === undefined
          ? 'Auto-compact is off. Turn it on with /autocompact on, or run /compact now.'
          : `Auto-compact is on: it runs at about ${grouped(compactAt)} tokens; this conversation has about ${grouped(tokens)}.`
      return { kind: 'shown', text }
    }
    if (args !== 'on' && args !== 'off') throw new OpError('/autocompact takes on or off.')
    setAutoCompact(args === 'on')
    const { file } = await settings.write('autoCompactEnabled', args === 'on', 'user')
    const what = args === 'on' ? 'Auto-compact is on' : 'Auto-compact is off'
    return { kind: 'shown', text: `${what}. Saved in ${file}.` }
  },
}

export const snipCommand: Command = {
  name: 'snip',
  description: 'List replies and results with their size, or remove some from the context',
  argumentHint: '[id [id]]',
  group: 'context',
  headless: true,
  beside: true,
  async run(args, { engine, outline, rich }) {
    const items = outline()
    if (args === '') {
      if (items.length === 0) return { kind: 'shown', text: 'There is nothing to remove yet.' }
      const rows = items.map(({ id, tokens, text }) => [id, tokens, text])
      return {
        kind: 'shown',
        text: `${columns(['id', 'tokens', 'reply'], rows, rich)}\n\n/snip <id> removes one, /snip <first> <last> a range. Your messages and the last reply always stay.`,
      }
    }
    const [from = '', to = from, ...more] = args.split(/\s+/)
    if (more.length > 0) throw new OpError('/snip takes one id, or the first and the last of a range.')
    const [first, last] = [from, to].map(id => items.findIndex(item => item.id === id)) as [number, number]
    const unknown = first === -1 ? from : last === -1 ? to : undefined
    if (unknown !== undefined) throw new OpError(`There is no reply ${unknown}. /snip lists them.`)
    await engine.send({ type: 'snip', from, to })
    const tokens = items.slice(Math.min(first, last), Math.max(first, last) + 1)
    const sum = tokens.reduce((all, item) => all + item.tokens, 0)
    return { kind: 'shown', text: `Removed from the next request on: about ${grouped(sum)} tokens.` }
  },
}
