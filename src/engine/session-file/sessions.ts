import { createChain } from '../../features/sessions/chain.ts'
import type { CacheFacts } from '../../features/sessions/folds/cache.ts'
import { costOfSession } from '../../features/sessions/folds/cost.ts'
import { EffectLedger } from '../../features/sessions/folds/effects.ts'
import { todosIn } from '../../features/sessions/folds/todos.ts'
import { forkSession } from '../../features/sessions/fork.ts'
import { readGitBranch } from '../../features/sessions/git-branch.ts'
import { limitForeign } from '../../features/sessions/limit-foreign.ts'
import { type LoadedSession, loadSession } from '../../features/sessions/load.ts'
import { openSessionLog, type SessionLog } from '../../features/sessions/log.ts'
import { isSessionId, sessionPath } from '../../features/sessions/project-key.ts'
import { repairHistory } from '../../features/sessions/repair.ts'
import { SessionError } from '../../features/sessions/session-error.ts'
import { SessionLock } from '../../features/sessions/session-lock.ts'
import { titleEntries } from '../../features/sessions/tail-titles.ts'
import { EMPTY_CACHE_BOOK } from '../../protocol/cache.ts'
import type { Effect } from '../../protocol/context.ts'
import {
  type Entry,
  isMessageEntry,
  type MessageEntry,
  type MetadataEntry,
  type UsageEntry,
} from '../../protocol/entry.ts'
import type { FileHistoryLine } from '../../protocol/file-history.ts'
import type { Message } from '../../protocol/message.ts'
import type { Effort } from '../../protocol/model.ts'
import type { PromptSnapshot } from '../../protocol/prompt-snapshot.ts'
import type { CostState } from '../../protocol/usage.ts'
import { createHistoryList } from './history-list.ts'

/** The session as the engine holds it: what was said before, and the one way to add to it. */
export interface SessionHandle extends AsyncDisposable {
  readonly id: string
  /** Undefined when nothing is kept. */
  readonly path: string | undefined
  /** The conversation so far, from the last boundary on. It grows in place. */
  readonly messages: readonly Message[]
  /** The same as it is sent, with every edit of the history applied; never changed once it was given out. */
  view(): readonly Message[]
  readonly cost: CostState | undefined
  /** Calls of this session that are not in `cost`: an earlier process ended before it added them up. */
  readonly uncounted: readonly UsageEntry[]
  readonly model: string | undefined
  /** What was chosen before: null is the default of the model, undefined that nothing was. */
  readonly effort: Effort | null | undefined
  readonly thinking: boolean | undefined
  /** What the person, or the program, called it. */
  readonly title: string | undefined
  /** What the prompt cache did before this process. */
  readonly cache: CacheFacts | undefined
  /** Deferred tools that were loaded before, in order. */
  readonly loadedTools: readonly string[]
  /** The program that writes it. */
  readonly version: string
  /** What stood before the conversation, in an earlier run. */
  readonly promptSnapshot: PromptSnapshot | undefined
  /** The to-do list as the branch in use left it when it was opened, unchecked. */
  readonly todos: readonly unknown[] | undefined
  /** What was said and what changed in files, before this process. */
  readonly fileHistory: readonly FileHistoryLine[]
  /** What the conversation did, also before a compaction; oldest first. */
  readonly effects: readonly Effect[]
  /** For the person, about the state of the file. */
  readonly notes: readonly string[]
  /** On disk when it resolves. */
  record(message: Message): Promise<MessageEntry>
  note(entry: MetadataEntry): Promise<void>
  /** Makes what was written survive a power cut, in the background. */
  sync(): void
  setCwd(cwd: string): void
  /** The last message of the branch in use; null before the first. */
  readonly leaf: string | null
  /** From now on the conversation goes on from that message, and this is what counts of it. */
  moveTo(leaf: string | null, branch: SessionBranch): void
}

export interface SessionBranch {
  readonly messages: readonly Message[]
  /** What it did, also before a compaction; oldest first. */
  readonly effects: readonly Effect[]
  readonly todos: readonly unknown[] | undefined
}

export interface SessionRequest {
  readonly configHome: string
  /** Real path. */
  readonly cwd: string
  readonly version: string
  readonly entrypoint: string
  readonly persist: boolean
  readonly newId: () => string
  readonly now: () => Date
  readonly newSessionId: string
  readonly resume?: { readonly path: string; readonly fork: boolean; readonly at?: string }
  /** When another process writes the session: `refuse` throws SessionError (`busy`), `fork` goes on in a copy. */
  readonly whenBusy?: 'refuse' | 'fork'
  /** Hears of a failed background write. */
  onError(error: unknown): void
  /** Hears, in words for the person, what happened to the file. */
  onNotice?(text: string): void
}

const RESTORED = "The session's file was deleted or replaced while the session runs: it was written anew."

export const openSession = async (request: SessionRequest): Promise<SessionHandle> => {
  const claimed = request.resume ? claim(request, request.resume) : undefined
  try {
    const start = claimed ? await reopen(request, claimed.resume) : fresh(request)
    const path = request.persist ? start.path : undefined
    const lock = claimed?.lock ?? (path === undefined ? undefined : new SessionLock(path, request))
    const log =
      path === undefined
        ? undefined
        : openSessionLog({
            path,
            sessionId: start.id,
            known: start.known,
            titles: start.titles,
            beforeCreate: () => lock?.take(),
            holds: claimed !== undefined && !claimed.resume.fork,
            onRestored: () => request.onNotice?.(RESTORED),
          })
    const notes = [...(claimed?.notes ?? []), ...start.notes]
    const handle = createHandle(request, { ...start, path, notes }, log && lock && { log, lock })
    if (log && start.copy.length > 0) await log.append(start.copy)
    for (const message of start.repairs) await handle.record(message)
    return handle
  } catch (error) {
    claimed?.lock?.[Symbol.dispose]()
    throw error
  }
}

type Resume = NonNullable<SessionRequest['resume']>

interface Claim {
  readonly resume: Resume
  readonly lock?: SessionLock
  readonly notes: readonly string[]
}

/** Of two processes on one session only the first writes it. */
const claim = (request: SessionRequest, resume: Resume): Claim => {
  if (resume.fork || !request.persist) return { resume, notes: [] }
  const lock = new SessionLock(resume.path, request)
  if (request.whenBusy !== 'fork') lock.take()
  else if (!lock.tryTake()) {
    const notes = [`Another process writes this session: going on in a copy, ${request.newSessionId}.`]
    return { resume: { ...resume, fork: true }, notes }
  }
  return { resume, lock, notes: [] }
}

interface Start {
  readonly id: string
  readonly path: string | undefined
  readonly known: Iterable<string>
  /** What the file calls the session. */
  readonly titles: ReturnType<typeof titleEntries>
  readonly messages: readonly Message[]
  /** Messages to hang on before going on. */
  readonly repairs: readonly Message[]
  /** Entries of another session to begin this file with. */
  readonly copy: readonly Entry[]
  readonly parent: string | null
  readonly cost: ReturnType<typeof costOfSession>
  readonly chosen: Pick<SessionHandle, 'model' | 'effort' | 'thinking' | 'title'>
  readonly cache: CacheFacts | undefined
  readonly loadedTools: readonly string[]
  readonly promptSnapshot: PromptSnapshot | undefined
  readonly todos: readonly unknown[] | undefined
  readonly fileHistory: readonly FileHistoryLine[]
  readonly effects: readonly Effect[]
  /** What the file says was done does not count. */
  readonly foreign: boolean
  readonly notes: readonly string[]
}

const NOTHING_CHOSEN: Start['chosen'] = {
  model: undefined,
  effort: undefined,
  thinking: undefined,
  title: undefined,
}

const chosenIn = ({ facts }: LoadedSession): Start['chosen'] => ({
  model: facts.model,
  effort: facts.effort,
  thinking: facts.thinking,
  title: facts.title.custom ?? facts.title.ai,
})

const fresh = (request: SessionRequest): Start => ({
  id: request.newSessionId,
  path: sessionPath(request.configHome, request.cwd, request.newSessionId),
  known: [],
  titles: [],
  messages: [],
  repairs: [],
  copy: [],
  parent: null,
  cost: {},
  chosen: NOTHING_CHOSEN,
  cache: undefined,
  loadedTools: [],
  promptSnapshot: undefined,
  todos: undefined,
  fileHistory: [],
  effects: [],
  foreign: false,
  notes: [],
})

const reopen = async (request: SessionRequest, resume: Resume): Promise<Start> => {
  const loaded = limitForeign(await loadSession(resume.path, { at: resume.at }), request.configHome)
  if (!resume.fork) refuseBadId(loaded)
  const copy = resume.fork
    ? forkSession(loaded, { newSessionId: request.newSessionId, newId: request.newId })
    : []
  const entries = resume.fork ? copy.filter(isMessageEntry) : loaded.messages
  const repaired = repairHistory(entries, { now: request.now, newId: request.newId })
  const fixed = repaired.added.length
  return {
    id: resume.fork ? request.newSessionId : loaded.sessionId,
    path: resume.fork ? sessionPath(request.configHome, request.cwd, request.newSessionId) : loaded.path,
    known: resume.fork ? [] : loaded.uuids,
    titles: resume.fork ? [] : titleEntries(loaded.facts, loaded.sessionId),
    // Repairs within the history are made anew on each load; only what belongs at the end is written.
    messages: repaired.messages.slice(0, repaired.messages.length - fixed),
    repairs: repaired.added,
    copy,
    parent: resume.fork ? (entries.at(-1)?.uuid ?? null) : loaded.leafUuid,
    cost: resume.fork ? {} : costOfSession(loaded.facts, loaded.sessionId),
    chosen: chosenIn(loaded),
    cache: resume.fork ? forkedCache(loaded.facts.cache) : loaded.facts.cache,
    loadedTools: loaded.facts.loadedTools ?? [],
    promptSnapshot: loaded.facts.promptSnapshot,
    todos: todosOf(loaded),
    // The copies belong to the other session.
    fileHistory: resume.fork ? [] : loaded.fileHistory,
    effects: loaded.effects,
    foreign: loaded.foreign === true,
    notes: [...loaded.notes, ...repaired.notes],
  }
}

/** The id becomes part of paths: of the results the model may read, of copies of files, of notes. */
const refuseBadId = ({ path, sessionId }: LoadedSession): void => {
  if (isSessionId(sessionId)) return
  throw new SessionError(
    'invalid_id',
    `${path} cannot be gone on with: neither its name nor its last message has a session id that is a UUID. Use --fork-session to go on in a copy.`,
  )
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

/** What the session had when it was opened. */
const restored = ({ cost, ...start }: Start) => ({
  id: start.id,
  path: start.path,
  cost: cost.cost,
  uncounted: cost.uncounted ?? [],
  ...start.chosen,
  cache: start.cache,
  loadedTools: start.loadedTools,
  promptSnapshot: start.promptSnapshot,
  fileHistory: start.fileHistory,
  notes: start.notes,
})

interface Writer {
  readonly log: SessionLog
  readonly lock: SessionLock
}

const createHandle = (request: SessionRequest, start: Start, writer: Writer | undefined): SessionHandle => {
  const chain = createChain({
    sessionId: start.id,
    cwd: request.cwd,
    version: request.version,
    gitBranch: readGitBranch(request.cwd),
    entrypoint: request.entrypoint,
    parent: start.parent,
  })
  /** Only records of the last reply can still be discarded, so only theirs are remembered. */
  const parents = new Map<string, string | null>()
  const history = createHistoryList(start.messages)
  const ledger = new EffectLedger(start.effects, start.messages)
  let { todos } = start
  let written = start.parent
  /** What was discarded hangs beside the chain: readers that follow the parents never see it. */
  const discard = (removed: readonly string[]): void => {
    const [first] = removed
    const parent = first === undefined ? undefined : parents.get(first)
    if (parent !== undefined) chain.moveTo(parent)
    history.discard(removed)
  }
  const record = async (message: Message): Promise<MessageEntry> => {
    if (message.type === 'system' && message.removed) discard(message.removed)
    if (message.type !== 'assistant') parents.clear()
    parents.set(message.uuid, chain.parent)
    const entry = chain.stamp(message)
    try {
      await writer?.log.append([entry])
      written = message.uuid
    } catch (error) {
      // The next entry must not hang on one that is not in the file.
      chain.moveTo(written)
      throw error
    }
    ledger.see(message)
    history.add(message)
    return entry
  }
  return {
    ...restored(start),
    ...fileOf(request, writer),
    version: request.version,
    messages: history.messages,
    view: history.view,
    get todos() {
      return todos
    },
    effects: ledger.effects,
    record,
    async note(entry) {
      if (entry.type === 'file-history-snapshot') ledger.seeFiles(entry, request.now().toISOString())
      await writer?.log.append([entry])
    },
    setCwd(cwd) {
      chain.setPlace({ cwd, gitBranch: readGitBranch(cwd) })
    },
    get leaf() {
      return chain.parent
    },
    moveTo(leaf, branch) {
      chain.moveTo(leaf)
      written = leaf
      parents.clear()
      history.replace(branch.messages)
      todos = branch.todos
      ledger.restart(start.foreign ? [] : branch.effects)
    },
  }
}

const fileOf = (
  request: SessionRequest,
  writer: Writer | undefined,
): Pick<SessionHandle, 'sync'> & AsyncDisposable => ({
  sync() {
    writer?.lock.touch()
    writer?.log.sync().catch(request.onError)
  },
  async [Symbol.asyncDispose]() {
    try {
      await writer?.log.close()
    } finally {
      writer?.lock[Symbol.dispose]()
    }
  },
})
