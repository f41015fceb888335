import { EditBook } from '../features/sessions/edits/edit-book.ts'
import type { TaskRegistry } from '../features/tasks/task-registry.ts'
import type { Event } from '../protocol/event.ts'
import type { Message } from '../protocol/message.ts'
import type { PermissionMode } from '../protocol/permission.ts'
import type { Terminal } from '../protocol/transition.ts'
import { PermissionDesk } from './calls/permission-desk.ts'
import { createResultBudget, type ResultBudget } from './calls/result-budget.ts'
import type { EngineConfig, Live } from './config.ts'
import { createLive } from './live/live.ts'
import { type Asides, createAsides } from './parts/asides.ts'
import { type CollectAttachments, createAttachments } from './parts/attachments.ts'
import { type Branches, createBranches } from './parts/branches.ts'
import { createPurse, type Purse, restoreCost } from './parts/budgets.ts'
import { createCache, type SessionCache } from './parts/cache.ts'
import { createSessionContext, type SessionContext } from './parts/context.ts'
import { createInstructions, type InstructionFiles } from './parts/instructions.ts'
import { createMemory, type SessionMemory } from './parts/memory.ts'
import { createGate, type Gate } from './parts/permissions.ts'
import { createSessionPlan, type SessionPlan } from './parts/plan.ts'
import { createPorts, type Ports } from './parts/ports.ts'
import { createPrompt, type SessionPrompt } from './parts/prompt.ts'
import { createSessionNotes, type SessionNotes } from './parts/remember.ts'
import { createSessionReview, type SessionReview } from './parts/review.ts'
import { createSessionSettings } from './parts/session-settings.ts'
import { createTasks } from './parts/tasks.ts'
import { createToolset, noteLoaded, type Toolset } from './parts/toolset.ts'
import { createWarmUp, type WarmUp } from './parts/warm-up.ts'
import { resultsDirectory } from './session-file/own-places.ts'
import type { SessionSettings } from './settings/settings.ts'
import { Accounts } from './spending/accounts.ts'
import { createSideRequest } from './turn/side-request.ts'

/** What a conversation is made of for the life of its session. */
export interface SessionParts extends Ground {
  readonly toolset: Toolset
  readonly instructions: InstructionFiles
  readonly prompt: SessionPrompt
  readonly tasks: TaskRegistry
  readonly memory: SessionMemory
  readonly ports: Ports
  readonly attachments: CollectAttachments
  readonly context: SessionContext
  readonly results: ResultBudget
  readonly settings: SessionSettings
  readonly branches: Branches
  readonly warmUp: WarmUp
  readonly book: EditBook
  readonly notes: SessionNotes
  readonly asides: Asides
}

/** What the other parts stand on. */
interface Ground {
  readonly config: EngineConfig
  readonly cache: SessionCache
  readonly accounts: Accounts
  readonly purse: Purse
  readonly live: Live
  readonly gate: Gate
  readonly desk: PermissionDesk
  readonly plan: SessionPlan
  readonly review: SessionReview
}

export interface PartsPlace {
  emit(event: Event): void
  /** Background work has news. */
  onNote(): void
  /** Ends the running turn for a cause outside of it. */
  stop(terminal: Terminal): void
  record(message: Message): Promise<void>
  /** The conversation goes on from these messages. */
  take(messages: readonly Message[]): Promise<void>
}

/** Makes the features of a session and introduces them to each other. */
export const createParts = (given: EngineConfig, place: PartsPlace): SessionParts => {
  const ground = layGround(given, place, () => toolset)
  const { config, cache, live, gate, accounts, plan, desk } = ground
  const { emit } = place
  const toolset: Toolset = createToolset({
    tools: () => config.tools,
    loaded: config.session.loadedTools,
    onLoad: noteLoaded(config, cache.tell),
    replay: standing => prompt.replayTools(standing),
  })
  const instructions = createInstructions({ config, live, gate, emit })
  const prompt = createPrompt({
    config,
    live,
    standingTools: toolset.standing,
    renewTools: toolset.renew,
    onMoved: detail => cache.tell({ cause: 'system_changed', detail }),
    instructions,
    clean: text => ports.secrets.clean(text),
  })
  const tasks = createTasks(config, { emit, onNote: place.onNote })
  const memory = createMemory({ config, accounts, purse: ground.purse, ports: () => ports })
  const ports: Ports = createPorts({
    config,
    tasks,
    toolset,
    plan: plan.port,
    live,
    gate,
    onCwd: cwd => config.session.setCwd(cwd),
    onSeen: instructions.touch,
    beforeWrite: memory.beforeWrite,
    emit,
    book: call => accounts.book(call, 'side'),
  })
  const notes = createSessionNotes({ config, files: ports.files, ready: ports.secrets.ready, emit })
  const book = new EditBook(config.session.messages)
  const context = createSessionContext({ ...ground, toolset, ports, prompt, tasks, drift: cache.drift, emit })
  return {
    ...ground,
    toolset,
    instructions,
    prompt,
    tasks,
    memory,
    ports,
    attachments: createAttachments(config, prompt, { ...ports, instructions, memory, notes }),
    book,
    notes,
    asides: createAsides({ config, side: ports.side, accounts, emit }),
    context,
    results: createResultBudget(() => resultsDirectory(config)),
    settings: createSessionSettings({ config, live, ports, desk, emit }),
    branches: branchesOf(ground, place, { ports, prompt, context, book, instructions, memory }),
    warmUp: createWarmUp(
      () => config.tools,
      gate,
      () => ports.secrets.ready(),
    ),
  }
}

type Followers = Pick<SessionParts, 'ports' | 'prompt' | 'context' | 'book' | 'instructions' | 'memory'>

/** When the conversation goes on from elsewhere, everything that remembers it follows. */
const branchesOf = (
  { config, cache, plan, review }: Ground,
  place: PartsPlace,
  { ports, prompt, context, book, instructions, memory }: Followers,
): Branches =>
  createBranches({
    config,
    history: ports.history,
    takeTodos: ports.takeTodos,
    take: messages => {
      cache.tell({ cause: 'messages_removed', detail: 'the conversation goes on from another message' })
      for (const part of [plan, review, prompt, context, book]) part.take(messages)
      for (const part of [instructions, memory]) part.restart()
      return place.take(messages)
    },
    record: place.record,
    emit: place.emit,
  })

const layGround = (given: EngineConfig, { emit, stop }: PartsPlace, toolset: () => Toolset): Ground => {
  const cache = createCache(given)
  const { config } = cache
  const accounts: Accounts = new Accounts({
    cost: restoreCost(config),
    budgetUsd: config.limits.maxBudgetUsd,
    rows: config.models.rows,
    onBook: (call, kind) => purse.onBook(call, kind),
  })
  const purse = createPurse({
    config,
    cost: () => accounts.cost,
    exceeded: model => accounts.exceeded(model),
    stop,
    emit,
  })
  const live = createLive(config, {
    onMode(mode, before) {
      plan.onMode(mode, before)
      tellMode(config, mode, emit)
    },
    onChange: change => emit({ type: 'session_changed', ...change }),
  })
  const plan: SessionPlan = createSessionPlan({
    config,
    live,
    onTold: () => toolset().loadFor('plan'),
    warn: text => emit({ type: 'notice', level: 'warning', text }),
  })
  const review = createSessionReview({
    config,
    live,
    request: createSideRequest(config, call => accounts.book(call, 'side')),
    prompts: plan.prompts,
  })
  const gate = createGate(config, live, plan.file)
  return { config, cache, live, accounts, purse, plan, review, gate, desk: new PermissionDesk(emit) }
}

/** By a front end, a tool, an answer or changed settings: it is written down, and everybody hears of it. */
const tellMode = ({ session, means }: EngineConfig, mode: PermissionMode, emit: PartsPlace['emit']): void => {
  emit({ type: 'status', status: null, mode })
  session.note({ type: 'mode', mode, sessionId: session.id }).catch((error: unknown) => {
    // It is never taken up again, only shown; the next entry fails in the same way and ends the turn.
    means.log?.(`the mode could not be noted: ${String(error)}`)
  })
}
