import { isAbsolute, relative } from 'node:path'
import { escapeLine, escapeProse } from '../../../lib/escape-text.ts'
import type { Command, CommandHost } from '../../../protocol/command.ts'
import { conversationAnswer } from '../../../protocol/messages/commands/conversation.ts'
import { cellText, headerOf } from '../../../protocol/messages/commands/table-cells.ts'
import { lines, sentences } from '../../../protocol/messages/layout.ts'
import type { LocalizedText, Text } from '../../../protocol/messages/localized-text.ts'
import { table } from '../../../protocol/messages/table.ts'
import { OpError } from '../../../protocol/op.ts'
import type { RewindReport } from '../../../protocol/session/file-history.ts'
import type { MoveReport, MoveScope, PromptNode } from '../../../protocol/session/session-tree.ts'
import { shown } from '../answer.ts'
import { described } from '../described.ts'

const SCOPES: readonly MoveScope[] = ['conversation', 'code', 'both']
const MAX_POINTS = 20
const MAX_TITLE = 70
const MAX_PATH = 300
const ID_START_CHARS = 6

export const rewindCommand: Command = {
  ...described('rewind', ['undo', 'checkpoint']),
  group: 'conversation',
  headless: true,
  panel: { name: 'rewind', when: 'bare' },
  async run(args, { engine }) {
    const asked = readArguments(args)
    const { prompts } = await engine.query('tree')
    const points = prompts.filter(prompt => prompt.current && !prompt.cleared)
    if (!asked) return shown(listOf(points))
    const { target, dryRun, force } = asked
    const place = { cwd: (await engine.query('state')).cwd, dryRun }
    const point = pointOf(target, points, prompts)
    const how = { ...(dryRun ? { dryRun } : {}), ...(force ? { force } : {}) }
    if (!point) return shown(await undoFiles(engine, { messageUuid: target, ...how }, place))
    const report = await engine.rewind({ messageUuid: point.uuid, what: asked.what, ...how })
    if (!report.canMove) throw new OpError(report.localized)
    const text = textOf(report, point, place)
    const again = dryRun ? undefined : report.conversation?.prompt
    // At a screen it stands in the prompt again, to be said in other words.
    return again === undefined
      ? shown(text)
      : { kind: 'ui', request: { kind: 'set_prompt', text: again }, text }
  },
}

interface Asked {
  readonly target: string
  readonly what: MoveScope
  readonly dryRun: boolean
  readonly force: boolean
}

/** `undefined`: nothing was said. */
const readArguments = (args: string): Asked | undefined => {
  const words = args.split(/\s+/).filter(word => word !== '')
  if (words.length === 0) return undefined
  const flags = words.filter(word => word.startsWith('--'))
  const [target, said, ...more] = words.filter(word => !word.startsWith('--'))
  const scope = said === undefined ? 'both' : SCOPES.find(one => one === said)
  const odd = flags.find(flag => flag !== '--dry-run' && flag !== '--force') ?? more[0]
  if (odd !== undefined)
    throw withUsage(conversationAnswer('unexpected_argument', { argument: escapeLine(odd) }))
  if (target === undefined) throw withUsage(conversationAnswer('which_message'))
  if (!scope) throw withUsage(conversationAnswer('no_such_scope', { word: escapeLine(said ?? '') }))
  // Nobody has said yet what is to go back: first it is shown.
  const dryRun = said === undefined || flags.includes('--dry-run')
  return { target, what: scope, dryRun, force: flags.includes('--force') }
}

const withUsage = (problem: LocalizedText): OpError =>
  new OpError(sentences([problem, conversationAnswer('rewind_usage')]))

/** By its number in the list, its id or the beginning of that. `undefined`: perhaps the id of an earlier rewind. */
const pointOf = (
  target: string,
  points: readonly PromptNode[],
  all: readonly PromptNode[],
): PromptNode | undefined => {
  const numbered = /^\d{1,5}$/.test(target) ? points[Number(target) - 1] : undefined
  const found = numbered ?? all.find(({ uuid }) => uuid === target)
  if (found || UUID.test(target)) return found
  const begin = target.length < ID_START_CHARS ? [] : all.filter(({ uuid }) => uuid.startsWith(target))
  if (begin.length === 1) return begin[0]
  const shownTarget = escapeLine(target)
  if (begin.length > 0)
    throw new OpError(conversationAnswer('several_messages', { count: begin.length, target: shownTarget }))
  throw withUsage(
    points.length === 0
      ? conversationAnswer('no_message_yet', { target: shownTarget })
      : conversationAnswer('no_such_message', { target: shownTarget, last: points.length }),
  )
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const listOf = (points: readonly PromptNode[]): LocalizedText => {
  if (points.length === 0) return conversationAnswer('nothing_to_rewind')
  const left = Math.max(0, points.length - MAX_POINTS)
  const rows = points
    .map(({ title, uuid, ageMs, compacted }, index) => [
      String(index + 1),
      ageOf(ageMs),
      titleOf(escapeProse(title, MAX_TITLE), compacted === true),
      uuid,
    ])
    .slice(left)
  return lines([
    ...(left > 0 ? [conversationAnswer('not_all_listed', { count: left })] : []),
    table(headerOf('to_before', 'age', 'message', 'id'), rows),
    conversationAnswer('rewind_usage'),
  ])
}

const titleOf = (title: string, compacted: boolean): Text =>
  compacted ? conversationAnswer('compacted_here', { title }) : title

const AGES = [
  [86_400_000, 'days'],
  [3_600_000, 'hours'],
  [60_000, 'minutes'],
] as const

const ageOf = (ms: number): LocalizedText => {
  const [size, unit] = AGES.find(([one]) => ms >= one) ?? [1_000, 'seconds' as const]
  return conversationAnswer(unit, { count: Math.floor(ms / size) })
}

type Conversation = NonNullable<Extract<MoveReport, { readonly canMove: true }>['conversation']>

interface RewindContext {
  readonly cwd: string
  readonly dryRun: boolean
}

const textOf = (
  { conversation, files }: Extract<MoveReport, { readonly canMove: true }>,
  { title }: PromptNode,
  context: RewindContext,
): LocalizedText =>
  lines([
    ...(conversation ? talkLines(conversation, title, context) : []),
    ...(files ? fileLines(files, context) : []),
    ...(context.dryRun ? [conversationAnswer('nothing_changed')] : []),
  ])

const talkLines = (
  { left, prompt, undoesCompaction }: Conversation,
  title: string,
  { dryRun }: RewindContext,
): readonly Text[] => [
  conversationAnswer(dryRun ? 'would_go_back' : 'went_back', {
    title: escapeProse(title, MAX_TITLE),
    count: left.length,
  }),
  ...(undoesCompaction ? [conversationAnswer('compaction_undone')] : []),
  ...(prompt === undefined || dryRun ? [] : [conversationAnswer('message_was'), prompt]),
]

/** What an earlier rewind overwrote can be had back by the id it gave. */
const undoFiles = async (
  engine: CommandHost['engine'],
  request: Parameters<CommandHost['engine']['rewindFiles']>[0],
  context: RewindContext,
): Promise<LocalizedText> => lines(fileLines(await engine.rewindFiles(request), context))

const fileLines = (report: RewindReport, { cwd, dryRun }: RewindContext): readonly Text[] => {
  if (!report.canRewind) throw new OpError(report.localized)
  const { files, kept, localizedNotCovered: notCovered, undo, insertions, deletions } = report
  const name = (path: string): string => {
    const inside = relative(cwd, path)
    return escapeLine(inside.startsWith('..') || isAbsolute(inside) ? path : inside, MAX_PATH)
  }
  return [
    files.length === 0
      ? conversationAnswer('no_files_change')
      : conversationAnswer(dryRun ? 'would_change' : 'changed', {
          count: files.length,
          insertions,
          deletions,
        }),
    ...files.map(file =>
      conversationAnswer('file_change', {
        action: cellText(file.action),
        path: name(file.path),
        insertions: file.insertions,
        deletions: file.deletions,
      }),
    ),
    ...(kept.length === 0 ? [] : [conversationAnswer('skipped')]),
    ...kept.map(({ path, localized }) =>
      conversationAnswer('skipped_file', { path: name(path), why: localized }),
    ),
    ...(notCovered.length === 0 ? [] : [conversationAnswer('not_covered')]),
    ...notCovered.map(text =>
      conversationAnswer('indented', { text: typeof text === 'string' ? escapeLine(text, MAX_PATH) : text }),
    ),
    ...(undo === undefined ? [] : [conversationAnswer('undo', { command: `/rewind ${undo} code` })]),
  ]
}
