import { join } from 'node:path'
import { createChain } from '../../features/sessions/chain.ts'
import type { CacheFacts } from '../../features/sessions/folds/cache.ts'
import type { costOfSession } from '../../features/sessions/folds/cost.ts'
import { EffectLedger } from '../../features/sessions/folds/effects.ts'
import { readGitBranch } from '../../features/sessions/git-branch.ts'
import { openSessionLog, type SessionLog } from '../../features/sessions/log.ts'
import type { ReplyDraft } from '../../features/sessions/reply-draft.ts'
import type { SessionLock, TakeOver } from '../../features/sessions/session-lock.ts'
import type { titleEntries } from '../../features/sessions/tail-titles.ts'
import type { Effect } from '../../protocol/context.ts'
import type { Entry, LimitWait, MessageEntry, MetadataEntry, UsageEntry } from '../../protocol/entry.ts'
import type { Event } from '../../protocol/event.ts'
import type { Replica } from '../../protocol/host.ts'
import type { Message } from '../../protocol/message.ts'
import type { LocalizedText, Text } from '../../protocol/messages/localized-text.ts'
import type { Effort } from '../../protocol/model.ts'
import type { PermissionMode } from '../../protocol/permission.ts'
import type { FileHistoryEntry, FileHistoryLine } from '../../protocol/session/file-history.ts'
import type { PromptSnapshot } from '../../protocol/session/prompt-snapshot.ts'
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
  readonly coordinator: boolean | undefined
  /** Whether it looked around by itself. */
  readonly assistant: boolean | undefined
  /** It was waiting for the end of a usage limit when it was left. */
  readonly limitWait: LimitWait | undefined
  /** Whose account it was sent with last; null or undefined: the usual one. */
  readonly profile: string | null | undefined
  /** What the person, or the program, called it. */
  readonly title: string | undefined
  /** The agent that the conversation ran as. */
  readonly agent: string | undefined
  /** The worktree that the conversation was in. */
  readonly worktree: string | undefined
  /** The mode it was left in. Only plan mode is taken up again: the others allow more. */
  readonly leftMode: PermissionMode | undefined
  /** Directories that its tools could use besides the one of the project; they are not added again. */
  readonly leftDirectories: readonly string[]
  /** What the prompt cache did before this process. */
  readonly cache: CacheFacts | undefined
  /** Deferred tools that were loaded before, in order. */
  readonly loadedTools: readonly string[]
  /** What was scheduled and worked towards before, unchecked. */
  readonly schedules: readonly unknown[]
  readonly goal: unknown
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
  readonly notes: readonly Text[]
  /** Another note, for a person who is shown no transcript: the transcript says that the program stopped. */
  readonly unfinished: LocalizedText | undefined
  /** On disk when it resolves. */
  record(message: Message): Promise<MessageEntry>
  note(entry: MetadataEntry): Promise<void>
  /** The same, on disk when it returns: for what is written down before it is done. Throws SessionError. */
  noteNow(entry: MetadataEntry): void
  /** Of what is about to be shown: the words of a reply that streams are on disk when it returns. */
  readonly shown: (event: Event) => void
  /** Calls once, when another process is to go on with the session. */
  whenWanted?(listener: (by: TakeOver) => void): void
  /** Makes what was written survive a power cut, in the background. */
  sync(): void
  setCwd(cwd: string): void
  /** A chain of an agent in this session, that goes on from these messages or from what its own file holds. */
  openSide(agentId: string, from: Pick<Start, 'messages'> & Partial<Start>): SessionHandle
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

/** What entries of a handle say about themselves, and who hears of trouble with its file. */
export interface HandleOptions {
  readonly cwd: string
  readonly version: string
  readonly entrypoint: string
  readonly now: () => Date
  /** The chain is that of an agent. */
  readonly agentId?: string
  readonly replica?: Replica
  /** Hears of a failed background write. */
  onError(error: unknown): void
}

/** What a handle begins with. */
export interface Start {
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
  readonly chosen: Pick<
    SessionHandle,
    | 'model'
    | 'effort'
    | 'thinking'
    | 'coordinator'
    | 'assistant'
    | 'limitWait'
    | 'profile'
    | 'agent'
    | 'title'
    | 'worktree'
    | 'leftMode'
    | 'leftDirectories'
  >
  readonly cache: CacheFacts | undefined
  readonly loadedTools: readonly string[]
  readonly schedules: readonly unknown[]
  readonly goal: unknown
  readonly promptSnapshot: PromptSnapshot | undefined
  readonly todos: readonly unknown[] | undefined
  readonly fileHistory: readonly FileHistoryLine[]
  /** The last line of it, when it is not in the file yet. */
  readonly unseen: FileHistoryEntry | undefined
  readonly effects: readonly Effect[]
  /** What the file says was done does not count. */
  readonly foreign: boolean
  readonly notes: readonly Text[]
  readonly unfinished: LocalizedText | undefined
}

/** Nothing was said yet. */
export const nothingYet = (id: string, path: string | undefined): Start => ({
  id,
  path,
  known: [],
  titles: [],
  messages: [],
  repairs: [],
  copy: [],
  parent: null,
  cost: {},
  chosen: {
    model: undefined,
    effort: undefined,
    thinking: undefined,
    coordinator: undefined,
    assistant: undefined,
    limitWait: undefined,
    profile: undefined,
    agent: undefined,
    title: undefined,
    worktree: undefined,
    leftMode: undefined,
    leftDirectories: [],
  },
  cache: undefined,
  loadedTools: [],
  schedules: [],
  goal: undefined,
  promptSnapshot: undefined,
  todos: undefined,
  fileHistory: [],
  unseen: undefined,
  effects: [],
  foreign: false,
  notes: [],
  unfinished: undefined,
})

/** What the session had when it was opened. */
const restored = ({ cost, ...start }: Start) => ({
  id: start.id,
  path: start.path,
  cost: cost.cost,
  uncounted: cost.uncounted ?? [],
  ...start.chosen,
  cache: start.cache,
  loadedTools: start.loadedTools,
  schedules: start.schedules,
  goal: start.goal,
  promptSnapshot: start.promptSnapshot,
  fileHistory: start.fileHistory,
  notes: start.notes,
  unfinished: start.unfinished,
})

interface Writer {
  readonly log: SessionLog
  /** That of the session; the file of an agent needs none. */
  readonly lock?: SessionLock
  /** Of the conversation: nobody reads the words of an agent as they come. */
  readonly draft?: ReplyDraft
}

export const createHandle = (
  request: HandleOptions,
  start: Start,
  writer: Writer | undefined,
): SessionHandle => {
  const chain = createChain({
    sessionId: start.id,
    cwd: request.cwd,
    version: request.version,
    gitBranch: readGitBranch(request.cwd),
    entrypoint: request.entrypoint,
    parent: start.parent,
    ...(request.agentId === undefined ? {} : { agentId: request.agentId }),
  })
  /** Only records of the last reply are discarded, and what stands in for a result: of that one the list knows it. */
  const parents = new Map<string, string | null>()
  const history = createHistoryList(start.messages)
  const ledger = new EffectLedger(start.effects, start.messages)
  let { todos } = start
  let written = start.parent
  /** What was discarded hangs beside the chain: readers that follow the parents never see it. */
  const discard = (removed: readonly string[]): void => {
    const [first] = removed
    const parent = first === undefined ? undefined : (parents.get(first) ?? history.before(first))
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
    if (message.type === 'assistant') writer?.draft?.clear()
    ledger.see(message)
    history.add(message)
    return entry
  }
  return {
    ...restored(start),
    ...fileOf(request, writer, () => chain.parent),
    version: request.version,
    messages: history.messages,
    view: history.view,
    get todos() {
      return todos
    },
    effects: ledger.effects,
    record,
    ...notesOf(ledger, { request, log: writer?.log }),
    openSide(agentId, from) {
      const path = sideFile(start.path, agentId)
      return openSide({ ...request, agentId }, { ...nothingYet(start.id, path), ...from })
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

const notesOf = (
  ledger: EffectLedger,
  { request, log }: { readonly request: HandleOptions; readonly log: SessionLog | undefined },
): Pick<SessionHandle, 'note' | 'noteNow'> => {
  const seeFiles = (entry: MetadataEntry): void => {
    if (entry.type === 'file-history-snapshot') ledger.seeFiles(entry, request.now().toISOString())
  }
  return {
    async note(entry) {
      seeFiles(entry)
      await log?.append([entry])
    },
    noteNow(entry) {
      log?.appendNow([entry])
      seeFiles(entry)
    },
  }
}

/** The chain of an agent: a file of its own beside that of the session, with the same id. */
const openSide = (request: HandleOptions, start: Start): SessionHandle => {
  const { path, id, known } = start
  const kept = replicatedTo(request.replica, request.agentId)
  return createHandle(
    request,
    start,
    path === undefined ? undefined : { log: openSessionLog({ path, sessionId: id, known, ...kept }) },
  )
}

export const replicatedTo = (
  replica: Replica | undefined,
  name?: string,
): { readonly replicate?: (text: string) => Promise<void> } =>
  replica ? { replicate: text => replica.append(text, name) } : {}

export const sideFile = (path: string | undefined, agentId: string): string | undefined =>
  path && join(path.replace(/\.jsonl$/, ''), 'subagents', `agent-${agentId}.jsonl`)

const fileOf = (
  request: HandleOptions,
  writer: Writer | undefined,
  leaf: () => string | null,
): Pick<SessionHandle, 'sync' | 'shown' | 'whenWanted'> & AsyncDisposable => ({
  whenWanted: listener => writer?.lock?.whenWanted(listener),
  shown(event) {
    if (event.type === 'stream' && !event.agent) writer?.draft?.hear(event.event, leaf())
  },
  sync() {
    writer?.lock?.touch()
    writer?.log.sync().catch(request.onError)
  },
  async [Symbol.asyncDispose]() {
    writer?.draft?.clear()
    try {
      await writer?.log.close()
    } finally {
      writer?.lock?.[Symbol.dispose]()
    }
  },
})
