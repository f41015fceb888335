import { existsSync } from 'node:fs'
import { lossBeyond } from '../../features/sessions/drops-turn.ts'
import { unseenCommands } from '../../features/sessions/file-history/unseen-commands.ts'
import type { CacheFacts } from '../../features/sessions/folds/cache.ts'
import { costOfSession } from '../../features/sessions/folds/cost.ts'
import { todosIn } from '../../features/sessions/folds/todos.ts'
import { forkSession } from '../../features/sessions/fork.ts'
import { limitForeign } from '../../features/sessions/limit-foreign.ts'
import { type LoadedSession, loadSession } from '../../features/sessions/load.ts'
import { isSessionId, sessionPath } from '../../features/sessions/project-key.ts'
import { repairHistory } from '../../features/sessions/repair.ts'
import { readReplyDraft } from '../../features/sessions/reply-draft.ts'
import { SessionError } from '../../features/sessions/session-error.ts'
import { titleEntries } from '../../features/sessions/tail-titles.ts'
import { lostSentences, openTasks } from '../../features/tasks/lost-tasks.ts'
import { EMPTY_CACHE_BOOK } from '../../protocol/cache.ts'
import { isMessageEntry } from '../../protocol/entry.ts'
import type { Message } from '../../protocol/message.ts'
import { resumingText } from '../../protocol/messages/host/resuming.ts'
import type { Text } from '../../protocol/messages/localized-text.ts'
import { readEndedTasks } from './ended-tasks.ts'
import { scriptJournal } from './session-directories.ts'
import type { Start } from './session-handle.ts'
import type { Resume, SessionRequest } from './session-request.ts'

const chosenIn = ({ facts }: LoadedSession, { fork, at }: Pick<Resume, 'fork' | 'at'>): Start['chosen'] => ({
  model: facts.model,
  effort: facts.effort,
  thinking: facts.thinking,
  coordinator: facts.coordinator,
  // What begins by itself stays with the original.
  assistant: fork ? undefined : facts.assistant,
  limitWait: fork || at !== undefined ? undefined : (facts.limitWait ?? undefined),
  // Nothing of it is in the file of a copy.
  profile: fork ? undefined : facts.profile,
  agent: facts.agent,
  title: facts.title.custom ?? facts.title.ai,
  worktree: facts.worktree ?? undefined,
  leftMode: facts.mode,
  leftDirectories: facts.directories ?? [],
})

/** What a session file that is gone on with, or copied, holds for its next run. */
export const reopen = async (request: SessionRequest, resume: Resume): Promise<Start> => {
  const loaded = limitForeign(await loadSession(resume.path, { at: resume.at }), request.configHome)
  if (!resume.fork) refuseBadId(loaded)
  await refuseOtherLoss(resume)
  const copy = resume.fork
    ? forkSession(loaded, { newSessionId: request.newSessionId, newId: request.newId })
    : []
  const entries = resume.fork ? copy.filter(isMessageEntry) : loaded.messages
  const shown =
    resume.fork || resume.at !== undefined ? undefined : readReplyDraft(loaded.path, entries, request.newId)
  const cut = resume.at === undefined && endsInReply(loaded)
  const left =
    resume.at !== undefined ? { left: 'rewind' as const } : resume.fork ? { left: 'copy' as const } : {}
  const { now, newId, language } = request
  const goesOn = (callId: string): boolean =>
    loaded.foreign !== true && existsSync(scriptJournal(loaded.path, { id: loaded.sessionId, callId }))
  const repaired = repairHistory(entries, { now, newId, language, goesOn, ...left }, { shown, cut })
  const unfinished = repaired.interrupted ? [resumingText('unfinished')] : []
  const fixed = repaired.added.length
  const id = resume.fork ? request.newSessionId : loaded.sessionId
  // Of what was made up for an earlier end, the file tells already.
  const begun = repaired.messages.slice(0, repaired.messages.length - fixed)
  const unseen = unseenCommands([...begun.filter(isReply), ...repaired.added], {
    lines: loaded.fileHistory,
    sessionId: id,
  })
  return {
    id,
    path: resume.fork ? sessionPath(request.configHome, request.cwd, request.newSessionId) : loaded.path,
    known: resume.fork ? [] : loaded.uuids,
    titles: resume.fork ? [] : titleEntries(loaded.facts, loaded.sessionId),
    // Repairs within the history are made anew on each load; only what belongs at the end is written.
    messages: begun,
    repairs: repaired.added,
    copy,
    parent: resume.fork ? (entries.at(-1)?.uuid ?? null) : loaded.leafUuid,
    cost: resume.fork ? {} : costOfSession(loaded.facts, loaded.sessionId),
    chosen: chosenIn(loaded, resume),
    cache: resume.fork ? forkedCache(loaded.facts.cache) : loaded.facts.cache,
    loadedTools: loaded.facts.loadedTools ?? [],
    // A copy goes its own way: what fires by itself stays with the original.
    schedules: resume.fork ? [] : (loaded.facts.schedules ?? []),
    goal: resume.fork ? undefined : loaded.facts.goal,
    promptSnapshot: loaded.facts.promptSnapshot,
    todos: todosOf(loaded),
    // The copies belong to the other session.
    fileHistory: resume.fork ? [] : [...loaded.fileHistory, ...(unseen ? [unseen] : [])],
    unseen: resume.fork || loaded.foreign ? undefined : unseen,
    effects: loaded.effects,
    foreign: loaded.foreign === true,
    notes: [
      ...loaded.notes,
      ...notesOnProfile(loaded, request),
      ...repaired.notes,
      ...('left' in left ? unfinished : []),
      ...notesOnLostTasks(loaded, resume),
    ],
    unfinished: 'left' in left ? undefined : unfinished[0],
  }
}

/** What was said to one account is about to be sent to another. */
const notesOnProfile = (
  { facts, foreign }: LoadedSession,
  { profile }: Pick<SessionRequest, 'profile'>,
): readonly Text[] => {
  const before = facts.profile ?? undefined
  if (foreign || before === profile || facts.promptSnapshot === undefined) return []
  return [
    before === undefined
      ? resumingText('usual_profile', { profile: profile ?? '' })
      : profile === undefined
        ? resumingText('left_profile', { before })
        : resumingText('other_profile', { before, profile }),
  ]
}

/** A copy may be of a session that still runs, and what ran at an earlier place of the history may have ended since. */
const notesOnLostTasks = ({ foreign, path, messages }: LoadedSession, resume: Resume): readonly Text[] => {
  if (foreign || resume.fork || resume.at !== undefined) return []
  const open = openTasks(messages)
  const ended = readEndedTasks(path, new Set(open.map(({ id }) => id)))
  return lostSentences(open.filter(({ id }) => !ended.has(id))).map(({ text }) => text)
}

/** The program stopped while the model wrote; only files of ours tell when it was done. */
const endsInReply = ({ facts, messages }: LoadedSession): boolean => {
  const last = messages.at(-1)
  return (
    facts.promptSnapshot !== undefined && last?.type === 'assistant' && last.message.id === facts.openReply
  )
}

const isReply = (message: Message): boolean => message.type === 'assistant'

/** Whoever names the turn that goes wants to lose nothing else. */
const refuseOtherLoss = async ({ path, at, dropsTurn: turn }: Resume): Promise<void> => {
  if (at === undefined || turn === undefined) return
  const { messages } = await loadSession(path)
  const loss = lossBeyond(messages, { at, turn })
  if (loss !== undefined) throw new SessionError('rejected', resumingText('loss_refused', { reason: loss }))
}

/** The id becomes part of paths: of the results the model may read, of copies of files, of notes. */
const refuseBadId = ({ path, sessionId }: LoadedSession): void => {
  if (isSessionId(sessionId)) return
  throw new SessionError('invalid_id', resumingText('bad_id', { path }))
}

/** The last list on this branch; what a compaction took out of sight is remembered from the file. */
export const todosOf = ({ messages, facts }: LoadedSession): readonly unknown[] | undefined => {
  const last = messages.findLast(message => todosIn(message) !== undefined)
  const [first] = messages
  const compacted =
    first?.type === 'system' && first.subtype === 'compact_boundary' && first.compactMetadata?.by !== 'clear'
  return last ? todosIn(last) : compacted ? facts.todos : undefined
}

/** The requests were those of the other session, but the next one begins as its last. */
const forkedCache = (cache: CacheFacts | undefined): CacheFacts | undefined =>
  cache?.print && { book: EMPTY_CACHE_BOOK, print: cache.print }

/** What the file of an agent holds for its next run. Throws SessionError. */
export const readSide = async (
  path: string | undefined,
  deps: Pick<SessionRequest, 'now' | 'newId' | 'language'>,
): Promise<Pick<Start, 'messages' | 'repairs'> & Partial<Start>> => {
  if (path === undefined) throw new SessionError('not_found', resumingText('agent_not_kept'))
  const loaded = await loadSession(path, { ofAgent: true })
  const { messages, added } = repairHistory(loaded.messages, deps)
  return {
    known: loaded.uuids,
    messages: messages.slice(0, messages.length - added.length),
    repairs: added,
    parent: loaded.leafUuid,
    loadedTools: loaded.facts.loadedTools ?? [],
    promptSnapshot: loaded.facts.promptSnapshot,
    effects: loaded.effects,
  }
}
