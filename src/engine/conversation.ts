import type { MainAgent } from '../agents/agent-settings.ts'
import { toolPool } from '../agents/tool-pool.ts'
import { findModel } from '../features/models/catalogue.ts'
import { reasoningFor } from '../features/models/reasoning.ts'
import { DEFAULT_STYLE, OWN_STYLES } from '../features/prompt/output-styles.ts'
import type { VisitedWorktree } from '../protocol/agents/worktree-visit.ts'
import type { CommandHost } from '../protocol/command.ts'
import type { Event } from '../protocol/event.ts'
import { modelText } from '../protocol/messages/engine/model-choice.ts'
import type { BusyRow } from '../protocol/messages/engine/turn.ts'
import { notice } from '../protocol/messages/notice.ts'
import type { PermissionMode } from '../protocol/permission.ts'
import type { OpenThread } from '../protocol/thread.ts'
import type { Terminal } from '../protocol/transition.ts'
import { createAsides } from './asides/part.ts'
import { createBatchLabels } from './batch-labels/part.ts'
import { type Branches, createBranches } from './branches/part.ts'
import { createCache } from './cache/part.ts'
import { currentEffects } from './calls/effects.ts'
import { CommandDesk, type CommandDeskOptions } from './commands/part.ts'
import type { EngineConfig } from './config.ts'
import { connectConversation } from './connect-conversation.ts'
import { createCoordinator } from './coordinator/part.ts'
import { createEdits } from './edits/part.ts'
import { createHookLife, type HookLife } from './hooks/hook-life.ts'
import type { SessionLife } from './hooks/session-life.ts'
import { createLive } from './live/live.ts'
import type { ThreadState } from './live/state.ts'
import { offeredModels } from './models/offered-models.ts'
import { createChoices } from './models/part.ts'
import { createOpenThread } from './open-thread.ts'
import { createSessionGrants } from './permissions/session-grants.ts'
import { createPersonShell } from './person-shell/part.ts'
import type { Part } from './scope.ts'
import { createScratchNews } from './scratchpad/scratch-news.ts'
import { createDriven } from './sdk-host/part.ts'
import type { Secrets } from './secrets/part.ts'
import { createSession } from './session.ts'
import type { Session } from './session-parts.ts'
import { createThread, type ThreadParts } from './thread.ts'
import type { ThreadOptions } from './thread-options.ts'
import { createWarmUp } from './warm-up/part.ts'
import { createWorkflowWish } from './workflows/asked-workflows.ts'

/** The thread a person talks to, with what only it has. */
export interface ConversationParts {
  readonly session: Session
  readonly thread: ThreadParts
  readonly branches: Branches
  readonly desk: CommandDesk
  readonly openThread: OpenThread
  readonly life: SessionLife
  readonly promptHooks: HookLife['promptHooks']
}

/** What the engine lends to the conversation. */
export interface ConversationOptions
  extends Pick<
    CommandDeskOptions,
    'isRunning' | 'submit' | 'serve' | 'fork' | 'duringCommand' | 'queued' | 'record'
  > {
  readonly engine: CommandHost['engine'] & AsyncDisposable
  /** What the engine itself serves and answers. */
  readonly own: Part
  emit(event: Event): Promise<void> | undefined
  /** Background work has news. */
  onNote(): void
  /** Ends the running turn for a cause outside of it. */
  stop(terminal: Terminal): void
  alone<T>(work: (signal: AbortSignal) => Promise<T>, what?: BusyRow): Promise<T>
}

export const createConversation = (given: EngineConfig, at: ConversationOptions): ConversationParts => {
  const cache = createCache(given)
  const { config } = cache
  const emit = (event: Event): void => void at.emit(event)
  const live = createLive(config, {
    onMode(mode, before) {
      thread.plan.onMode(mode, before)
      tellMode(config, mode, emit)
    },
    onTurn: (does, model) => emit(notice('info', modelText(does, { model }))),
    onChange(change) {
      emit({
        type: 'session_changed',
        ...change,
        ...('fast' in change || ('model' in change && live.fast) ? { fast: isFast(config, live) } : {}),
      })
      if (change.cwd === undefined) return
      life.movedTo(change.cwd, cwd)
      cwd = change.cwd
    },
  })
  let { cwd } = live
  const { stop, record, alone } = at
  const session = createSession({
    config,
    given,
    live,
    emit: at.emit,
    onNote() {
      session.work.schedules.ring('task')
      at.onNote()
    },
    onReply: () => warmUp.stop(),
  })
  session.stops.add(stop)
  const pool = poolOf(config.agents?.main)
  const coordinator = createCoordinator({ ...at, ...pool, ...session, cache, live })
  const thread = createThread({ ...pool, ...coordinator.thread, session, live, emit: at.emit })
  const { scope, ports, gate } = thread
  for (const part of [coordinator, scratchNewsOf(thread), createWorkflowWish({ config, live })])
    scope.add(part)
  const { purse, shared, hooks } = session
  const branches = scope.add(
    createBranches({
      config,
      history: shared.history,
      todos: () => ports.state.get('todos') as readonly unknown[] | undefined,
      restart: messages => scope.restarted(messages, 'branch'),
      record,
      alone,
      emit,
    }),
  )
  scope.add(createEdits({ ports, branches, alone, emit }))
  scope.add(createSessionGrants({ config, live }))
  scope.add(createChoices({ config, live, hooks, gate, desk: session.desk, emit: at.emit }))
  scope.add(createPersonShell({ ...at, config, ports, gate, record, alone }))
  scope.add(createAsides({ config, side: shared.side, accounts: purse.accounts, emit }))
  scope.add(createBatchLabels({ config, side: shared.side, purse, emit }))
  const warmUp = scope.add(createWarmUp(() => config.tools, gate, forCalls(shared.secrets)))
  const desk = scope.add(new CommandDesk({ ...at, thread, cache, purse }))
  scope.add(factsOf(thread, at))
  const openThread = createOpenThread(session)
  const { life, promptHooks } = createHookLife(thread, openThread)
  // The last ones end first: before what they run in.
  for (const part of [at.own, session.tasks, life]) scope.add(part)
  session.threads.open = openThread
  connectConversation(session.work, { ...at, thread })
  return { session, thread, branches, desk, openThread, life, promptHooks }
}

const scratchNewsOf = ({ config, live, session, prompt }: ThreadParts): Part =>
  createScratchNews({ config, live, scratchpad: session.scratchpad, content: prompt.content })

/** What the first call needs besides its tool. */
const forCalls = (secrets: Pick<Secrets, 'ready'>) => async () => {
  await import('./calls/call-runner.ts')
  await secrets.ready()
}

/** What the conversation may call when it is run by an agent. */
const poolOf = (main: MainAgent | undefined): Pick<ThreadOptions, 'wants' | 'toolList'> =>
  main ? { wants: toolPool(main), ...(main.tools ? { toolList: main.tools } : {}) } : {}

/** What can be asked about the conversation that no other part knows. */
const factsOf = (thread: ThreadParts, at: ConversationOptions): Part => ({
  ...createDriven(thread),
  ...conversationFacts(thread, at),
})

const conversationFacts = (
  { config, live, plan, ports, gate, session, tools, emit }: ThreadParts,
  at: ConversationOptions,
): Pick<Part, 'answers' | 'commandHost'> => ({
  answers: {
    state: () => ({
      sessionId: config.session.id,
      model: live.model,
      mode: live.mode,
      ...(live.mode === 'plan' ? { modeBefore: plan.before() } : {}),
      cwd: live.cwd,
      running: at.isRunning(),
      tools: tools().specs.map(spec => spec.name),
      credential: config.credential,
      ...(live.effort === undefined ? {} : { effort: live.effort }),
      thinking: thinks(config, live),
      ...(live.advisor === undefined ? {} : { advisor: live.advisor }),
      ...(isFast(config, live) ? { fast: true } : {}),
      ...(live.coordinator ? { coordinator: true } : {}),
      ...(live.tokenBudget === undefined ? {} : { tokenBudget: live.tokenBudget }),
      ...(live.title === undefined ? {} : { title: live.title }),
      ...(session.editor.state().status === 'none' ? {} : { editor: session.editor.state() }),
      ...(config.place.profileName === undefined ? {} : { profile: config.place.profileName }),
      ...agentFacts(config),
      ...visited(session.work.ports.worktreeVisit.current()),
      transcriptPath: config.session.path,
    }),
    // The session grows its own list.
    history: () => [...config.session.messages],
    effects: () => currentEffects(config.session.effects, session.shared.tasks.list()),
    styles: async () => ({
      current: config.prompt.style?.name ?? DEFAULT_STYLE,
      available: (await config.prompt.styles?.()) ?? OWN_STYLES,
    }),
    models: () => offeredModels(config.models),
  },
  commandHost: signal => ({
    bisect: async command =>
      await (await import('./commands/bisect-session.ts')).bisectSession(
        { config, ports, emit },
        command,
        signal,
      ),
    exportTo: async file =>
      await (await import('./commands/export-session.ts')).exportSession({ config, live, ports }, file),
    redact: text => ports.secrets.clean(text),
    insights: async days => (await import('./commands/tell-insights.ts')).tellInsights(config, days),
    async askedFor() {
      const { askedFor } = await import('./commands/asked-for.ts')
      return await askedFor({ config, tools: tools(), live, gate })
    },
  }),
})

const agentFacts = ({ agents, session }: EngineConfig) => {
  const { name: agent, initialPrompt } = agents?.main ?? {}
  const waits = initialPrompt !== undefined && session.messages.length === 0
  return { ...(agent === undefined ? {} : { agent }), ...(waits ? { initialPrompt } : {}) }
}

const visited = (worktree: VisitedWorktree | undefined) => (worktree ? { worktree } : {})

/** Whether the model in use is asked to think. */
const thinks = (
  { models }: Pick<EngineConfig, 'models'>,
  { model, thinking, effort }: ThreadState,
): boolean => {
  const asked = reasoningFor(findModel(model, models.rows).facts, { thinking, effort }).thinking
  return asked !== undefined && asked.type !== 'disabled'
}

/** It is wanted, and the model has it. */
const isFast = ({ models }: Pick<EngineConfig, 'models'>, live: ThreadState): boolean =>
  live.fast === true && findModel(live.model, models.rows).facts.fast !== undefined

/** By a front end, a tool, an answer or changed settings: it is written down, and everybody hears of it. */
const tellMode = (
  { session, runtime }: EngineConfig,
  mode: PermissionMode,
  emit: (event: Event) => void,
): void => {
  emit({ type: 'status', status: null, mode })
  session.note({ type: 'mode', mode, sessionId: session.id }).catch((error: unknown) => {
    // The next entry fails in the same way and ends the turn.
    runtime.log?.(`the mode could not be noted: ${String(error)}`)
  })
}
