import { type BranchTarget, findTarget } from '../../features/sessions/branch-target.ts'
import { loadSession } from '../../features/sessions/load.ts'
import { repairHistory } from '../../features/sessions/repair.ts'
import { SessionError } from '../../features/sessions/session-error.ts'
import { readText, readTreeFile } from '../../features/sessions/tree-file.ts'
import { describeTree, type Outline, outlineOf } from '../../features/sessions/tree-outline.ts'
import type { AttachmentMessage, Message, SystemMessage } from '../../protocol/message.ts'
import { branchText } from '../../protocol/messages/engine/branches.ts'
import { asLocalized } from '../../protocol/messages/layout.ts'
import { describeError, type LocalizedText } from '../../protocol/messages/localized-text.ts'
import { OpError } from '../../protocol/op.ts'
import type { RewindReport } from '../../protocol/session/file-history.ts'
import type { MoveReport, MoveRequest, SessionTree } from '../../protocol/session/session-tree.ts'
import { todosOf } from '../session-file/reopen.ts'
import type { SessionBranch } from '../session-file/session-handle.ts'
import type { BranchesOptions } from './options.ts'

type Conversation = NonNullable<Extract<MoveReport, { readonly canMove: true }>['conversation']>

interface OpenedBranch extends SessionBranch {
  /** What the end of it lacks, to be written when it is taken up. */
  readonly repairs: readonly Message[]
}

const EMPTY: OpenedBranch = { messages: [], effects: [], repairs: [], todos: undefined }
const MAX_QUOTED = 60

export const readTree = async (at: BranchesOptions): Promise<SessionTree> => {
  const { session, runtime } = at.config
  if (session.path === undefined || session.leaf === null) return { prompts: [], current: null }
  return describeTree(await readOutline(at, session.path), runtime.now().getTime())
}

export const move = (at: BranchesOptions, request: MoveRequest): Promise<MoveReport> =>
  orRefusal(() => moveTo(at, request))

/** Goes on from before an earlier message of the person, for another one in its place. */
export const leaveFor = async (at: BranchesOptions, messageUuid: string): Promise<void> => {
  const path = fileOf(at)
  const target = findTarget(await readOutline(at, path), { messageUuid })
  if ('text' in target) throw new OpError(target)
  const opened = await openBranch(at, path, target.leaf)
  await enter(at, target, { ...opened, toWrite: opened.repairs })
}

/** Hands the model something it said on another branch. */
export const bringBack = async (at: BranchesOptions, messageUuid: string): Promise<void> => {
  const path = fileOf(at)
  const { tree, promptOf } = await readOutline(at, path)
  const record = tree.byId.get(messageUuid)
  const text = record?.type === 'assistant' ? await readText(path, messageUuid) : undefined
  if (!text?.trim()) throw new OpError(branchText('no_answer', { id: messageUuid }))
  await at.record(conclusion(at, text, promptOf.get(messageUuid)?.prompt?.title))
}

const fileOf = ({ config: { session } }: BranchesOptions): string => {
  if (session.path === undefined || session.leaf === null) throw new OpError(branchText('not_saved'))
  return session.path
}

const readOutline = async ({ config }: BranchesOptions, path: string): Promise<Outline> =>
  outlineOf(await readTreeFile(path), config.session.leaf)

const orRefusal = async (move: () => Promise<MoveReport>): Promise<MoveReport> => {
  try {
    return await move()
  } catch (error) {
    if (error instanceof SessionError || error instanceof OpError) return refusal(error.localized)
    throw error
  }
}

const refusal = (why: LocalizedText): Extract<MoveReport, { readonly canMove: false }> => ({
  canMove: false,
  error: why.text,
  localized: why,
})

/** First all that may fail, then the conversation, then the files: what is done to them belongs to the new branch. */
const moveTo = async (at: BranchesOptions, request: MoveRequest): Promise<MoveReport> => {
  const path = fileOf(at)
  const outline = await readOutline(at, path)
  const target = findTarget(outline, request)
  if ('text' in target) return refusal(target)
  const talks = request.what !== 'code'
  const opened =
    talks && target.leaf !== at.config.session.leaf ? await openBranch(at, path, target.leaf) : undefined
  const conversation = talks ? await describeMove(path, request, target) : undefined
  const files = async (how: { readonly dryRun: boolean }): Promise<RewindReport | undefined> =>
    request.what === 'conversation'
      ? undefined
      : await at.history.rewind(
          { ...target.files, ...how, ...(request.force ? { force: true } : {}) },
          { running: false, moved: request.what === 'both' },
        )
  const plan = await files({ dryRun: true })
  if (plan && !plan.canRewind) return { ...refusal(plan.localized ?? plan.error), files: plan }
  if (!request.dryRun && opened) {
    const title = outline.tree.byId.get(request.messageUuid)?.prompt?.title ?? ''
    const mark = moveMark(at, request, { title, left: outline.path.at(-1)?.uuid ?? '' })
    await enter(at, target, { ...opened, toWrite: [...opened.repairs, mark] })
  }
  const rewound = request.dryRun ? plan : await files({ dryRun: false })
  const report: MoveReport = {
    canMove: true,
    ...(conversation ? { conversation } : {}),
    ...(rewound ? { files: rewound } : {}),
  }
  if (!request.dryRun && opened) at.emit({ type: 'branch_changed', report })
  return report
}

const describeMove = async (
  path: string,
  request: MoveRequest,
  { left, taken, undoesCompaction }: BranchTarget,
): Promise<Conversation> => {
  const prompt = request.to === 'end' ? undefined : await readText(path, request.messageUuid)
  return { left, taken, undoesCompaction, ...(prompt === undefined ? {} : { prompt }) }
}

/** What stands before a compaction, up to the one before it. Throws OpError when it cannot be read. */
export const readEarlier = async (
  { config: { session } }: BranchesOptions,
  boundary: string,
): Promise<readonly Message[]> => {
  if (session.path === undefined) throw new OpError(branchText('nothing_left'))
  const { messages } = await loadSession(session.path, { before: boundary }).catch((error: unknown) => {
    throw new OpError(asLocalized(describeError(error)))
  })
  if (messages.length === 0) throw new OpError(branchText('nothing_before', { boundary }))
  return messages
}

const openBranch = async (
  { config: { runtime, prompt } }: BranchesOptions,
  path: string,
  leaf: string | null,
): Promise<OpenedBranch> => {
  if (leaf === null) return EMPTY
  const loaded = await loadSession(path, { at: leaf })
  const deps = { ...runtime, left: 'rewind', language: prompt.promptLanguage } as const
  const { messages, added } = repairHistory(loaded.messages, deps)
  return {
    messages: messages.slice(0, messages.length - added.length),
    effects: loaded.effects,
    repairs: added,
    todos: todosOf(loaded),
  }
}

/** Takes a branch up and writes what makes it the newest. When that cannot be written everything is as before. */
const enter = async (
  at: BranchesOptions,
  { leaf }: BranchTarget,
  { messages, effects, todos, toWrite }: OpenedBranch & { readonly toWrite: readonly Message[] },
): Promise<void> => {
  const { session } = at.config
  const before = {
    leaf: session.leaf,
    messages: [...session.messages],
    effects: [...session.effects],
    todos: at.todos(),
  }
  session.moveTo(leaf, { messages, effects, todos })
  try {
    await at.restart(messages)
    for (const message of toWrite) await at.record(message)
  } catch (error) {
    session.moveTo(before.leaf, before)
    await at.restart(before.messages)
    throw error
  }
}

const quoted = (title: string): string =>
  title.length > MAX_QUOTED ? `"${title.slice(0, MAX_QUOTED)}…"` : `"${title}"`

/** Makes the new place the newest one of the file: there a resume goes on. */
const moveMark = (
  { config: { runtime } }: BranchesOptions,
  { to }: MoveRequest,
  { title, left }: { readonly title: string; readonly left: string },
): SystemMessage => {
  const said = branchText(to === 'end' ? 'went_over' : 'went_back', { title: quoted(title) })
  return {
    type: 'system',
    uuid: runtime.newId(),
    timestamp: runtime.now().toISOString(),
    subtype: 'informational',
    level: 'info',
    content: said.text,
    localized: said,
    leftUuid: left,
  }
}

const conclusion = (
  { config: { runtime } }: BranchesOptions,
  text: string,
  title: string | undefined,
): AttachmentMessage => ({
  type: 'attachment',
  uuid: runtime.newId(),
  timestamp: runtime.now().toISOString(),
  attachment: {
    kind: 'branch_conclusion',
    text: `The person wants you to know what you said on another branch of this conversation${title === undefined ? '' : `, in answer to ${quoted(title)}`}. What you did there to files may not be so here.\n\n${text}`,
  },
})
