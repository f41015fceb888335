import { isAbsolute, relative } from 'node:path'
import { escapeLine, escapeProse } from '../../../lib/escape-text.ts'
import { counted } from '../../../lib/text/counted.ts'
import type { Command, CommandHost } from '../../../protocol/command.ts'
import type { RewindReport } from '../../../protocol/file-history.ts'
import { OpError } from '../../../protocol/op.ts'
import type { MoveReport, MoveScope, PromptNode } from '../../../protocol/session-tree.ts'
import { columns } from '../columns.ts'

const USAGE =
  '/rewind lists your messages; /rewind <number or id> shows what would change; add conversation, code or both to do it (--force also overwrites files someone else changed).'
const SCOPES: readonly MoveScope[] = ['conversation', 'code', 'both']
const MAX_POINTS = 20
const MAX_TITLE = 70
const MAX_PATH = 300
const ID_START_CHARS = 6

export const rewindCommand: Command = {
  name: 'rewind',
  aliases: ['undo', 'checkpoint'],
  description: 'Rewind the conversation, the files or both to an earlier message',
  argumentHint: '[number or id] [conversation|code|both] [--force]',
  group: 'conversation',
  headless: true,
  panel: { name: 'rewind', when: 'bare' },
  async run(args, { engine, rich }) {
    const asked = readArguments(args)
    const { prompts } = await engine.query('tree')
    const points = prompts.filter(prompt => prompt.current && !prompt.cleared)
    if (!asked) return { kind: 'shown', text: listOf(points, rich) }
    const { target, dryRun, force } = asked
    const place = { cwd: (await engine.query('state')).cwd, dryRun }
    const point = pointOf(target, points, prompts)
    const how = { ...(dryRun ? { dryRun } : {}), ...(force ? { force } : {}) }
    if (!point)
      return { kind: 'shown', text: await undoFiles(engine, { messageUuid: target, ...how }, place) }
    const report = await engine.rewind({ messageUuid: point.uuid, what: asked.what, ...how })
    if (!report.canMove) throw new OpError(report.error)
    const text = textOf(report, point, place)
    const again = dryRun ? undefined : report.conversation?.prompt
    // At a screen it stands in the prompt again, to be said in other words.
    return again === undefined
      ? { kind: 'shown', text }
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
  if (odd !== undefined) throw new OpError(`Unexpected argument ${escapeLine(odd)}. ${USAGE}`)
  if (target === undefined) throw new OpError(`Which message? ${USAGE}`)
  if (!scope) throw new OpError(`${escapeLine(said ?? '')} isn't conversation, code or both. ${USAGE}`)
  // Nobody has said yet what is to go back: first it is shown.
  const dryRun = said === undefined || flags.includes('--dry-run')
  return { target, what: scope, dryRun, force: flags.includes('--force') }
}

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
  throw new OpError(
    begin.length === 0
      ? `No message ${escapeLine(target)} here: ${points.length === 0 ? 'nothing was said yet' : `the list goes from 1 to ${points.length}`}. ${USAGE}`
      : `${begin.length} messages have an id starting with ${escapeLine(target)}. Give more characters.`,
  )
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const listOf = (points: readonly PromptNode[], rich: boolean): string => {
  if (points.length === 0) return 'Nothing to rewind yet.'
  const left = Math.max(0, points.length - MAX_POINTS)
  const rows = points
    .map(({ title, uuid, ageMs, compacted }, index) => [
      String(index + 1),
      ageOf(ageMs),
      `${escapeProse(title, MAX_TITLE)}${compacted ? ' (compacted here)' : ''}`,
      uuid,
    ])
    .slice(left)
  return [
    ...(left > 0 ? [`The first ${left} aren't listed, but you can use their numbers.`] : []),
    columns(['to before', 'age', 'message', 'id'], rows, rich),
    USAGE,
  ].join('\n')
}

const AGES: readonly (readonly [ms: number, unit: string])[] = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
]

const ageOf = (ms: number): string => {
  const [size, unit] = AGES.find(([one]) => ms >= one) ?? [1_000, 's']
  return `${Math.floor(ms / size)} ${unit}`
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
): string => {
  const { dryRun } = context
  return [
    ...(conversation ? talkLines(conversation, title, dryRun) : []),
    ...(files ? fileLines(files, context) : []),
    ...(dryRun ? ['Nothing was changed.'] : []),
  ].join('\n')
}

const talkLines = (
  { left, prompt, undoesCompaction }: Conversation,
  title: string,
  dryRun: boolean,
): readonly string[] => [
  `${dryRun ? 'Would go' : 'Went'} back to before "${escapeProse(title, MAX_TITLE)}". Kept as a branch: ${left.length} of your messages and what followed.`,
  ...(undoesCompaction ? ['The compaction since then is undone.'] : []),
  ...(prompt === undefined || dryRun ? [] : ['Your message there was:', prompt]),
]

/** What an earlier rewind overwrote can be had back by the id it gave. */
const undoFiles = async (
  engine: CommandHost['engine'],
  request: Parameters<CommandHost['engine']['rewindFiles']>[0],
  context: RewindContext,
): Promise<string> => fileLines(await engine.rewindFiles(request), context).join('\n')

const fileLines = (report: RewindReport, { cwd, dryRun }: RewindContext): readonly string[] => {
  if (!report.canRewind) throw new OpError(report.error)
  const { files, kept, notCovered, undo, insertions, deletions } = report
  const name = (path: string): string => {
    const inside = relative(cwd, path)
    return escapeLine(inside.startsWith('..') || isAbsolute(inside) ? path : inside, MAX_PATH)
  }
  return [
    files.length === 0
      ? 'No files need to change.'
      : `${dryRun ? 'Would change' : 'Changed'} ${counted(files.length, 'file')} (+${insertions} -${deletions}):`,
    ...files.map(file => `  ${file.action}  ${name(file.path)}  +${file.insertions} -${file.deletions}`),
    ...(kept.length === 0 ? [] : ['Skipped (--force overwrites):']),
    ...kept.map(({ path, why }) => `  ${name(path)}: ${why}`),
    ...(notCovered.length === 0 ? [] : ['Not covered:']),
    ...notCovered.map(text => `  ${escapeLine(text, MAX_PATH)}`),
    ...(undo === undefined ? [] : [`To undo: /rewind ${undo} code`]),
  ]
}
