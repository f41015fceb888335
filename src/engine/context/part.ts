import { isAbsolute } from 'node:path'
import { createBreaker } from '../../features/context/breaker.ts'
import { SpanStager } from '../../features/context/collapse/span-stager.ts'
import { NoteTaker } from '../../features/context/notes/note-taker.ts'
import { chooseSnip, outlineOf } from '../../features/context/snip-requests.ts'
import { createCollapse, drainCollapses, mayStage } from '../../features/context/stages/collapse.ts'
import { createFullCompact } from '../../features/context/stages/full-compact.ts'
import { createMicrocompact } from '../../features/context/stages/microcompact.ts'
import { createSessionMemoryCompact } from '../../features/context/stages/session-memory-compact.ts'
import { createSnip, createSnipQueue } from '../../features/context/stages/snip.ts'
import { createSnipNudge } from '../../features/context/stages/snip-nudge.ts'
import { estimateTokens } from '../../features/context/tokens.ts'
import { contextUsage } from '../../features/context/usage/context-usage.ts'
import type { Drift } from '../../features/context/usage/drift.ts'
import { windowLimits } from '../../features/context/window.ts'
import { findModel } from '../../features/models/catalogue.ts'
import { SNIP_NAME } from '../../features/tools/snip/name.ts'
import type { Effect } from '../../protocol/context.ts'
import type { Event } from '../../protocol/event.ts'
import type { Message } from '../../protocol/message.ts'
import { contextText } from '../../protocol/messages/engine/context.ts'
import { LocalizedError, type LocalizedText } from '../../protocol/messages/localized-text.ts'
import { notice } from '../../protocol/messages/notice.ts'
import { OpError } from '../../protocol/op.ts'
import type { Stage, StageEnv, WindowLimits } from '../../protocol/stage.ts'
import type { Conversation, Tasks } from '../../protocol/tool.ts'
import type { Hooks } from '../hooks/part.ts'
import type { ThreadState } from '../live/state.ts'
import type { ModelChoice } from '../models/options.ts'
import type { Limits } from '../options/limits.ts'
import type { Runtime } from '../options/runtime.ts'
import type { SessionEnvironment } from '../options/session-environment.ts'
import type { Toolbox } from '../options/toolbox.ts'
import type { Plan } from '../plan/part.ts'
import type { Ports } from '../ports/part.ts'
import type { PromptSettings } from '../prompt/options.ts'
import type { Prompt } from '../prompt/part.ts'
import type { Answers, Part } from '../scope.ts'
import { instructionsIn } from '../session-file/loaded-instructions.ts'
import type { SessionHandle } from '../session-file/session-handle.ts'
import type { SkillCalls } from '../skills/skill-calls.ts'
import type { Purse } from '../spending/part.ts'
import type { SessionTeams } from '../teams/session-teams.ts'
import type { Toolset } from '../toolset/part.ts'
import { askBeside } from '../turn/ask-beside.ts'
import type { TurnContext, TurnContextOptions } from '../turn/turn-context.ts'
import { createCompactHooks } from './compact-hooks.ts'
import { regionsIn } from './file-regions.ts'
import { createLazyWorld } from './lazy-world.ts'
import { createNotesFile } from './notes-file.ts'
import type { ContextChoice } from './options.ts'
import { createProviderClearing, type ProviderClearing } from './provider-clearing.ts'
import type { RestoredWorld } from './restored-world.ts'

/** Of the values of a conversation, what is needed here. */
interface ContextConfig {
  readonly place: SessionEnvironment
  readonly session: SessionHandle
  readonly models: ModelChoice
  readonly tools: Toolbox
  readonly prompt: PromptSettings
  readonly limits: Limits
  readonly context?: ContextChoice
  readonly runtime: Runtime
}

export interface ContextOptions {
  readonly config: ContextConfig
  readonly live: ThreadState
  readonly hooks: Pick<Hooks, 'fire'>
  readonly toolset: Toolset
  readonly ports: Ports
  readonly prompt: Pick<Prompt, 'context' | 'system' | 'prepare' | 'opening'>
  readonly plan: Pick<Plan, 'restate' | 'restated'>
  readonly tasks: Pick<Tasks, 'list'>
  readonly teams: Pick<SessionTeams, 'knownTasks'>
  /** How far estimates are off, by what was reported. */
  readonly drift: Drift
  readonly purse: Pick<Purse, 'refused' | 'affords'>
  /** What skills that were called said. */
  readonly skills: Pick<SkillCalls, 'restore'>
  emit(event: Event): void
}

/** How the history is kept inside the window, for the life of a thread. */
export interface Context extends Conversation, Part {
  forTurn(place: TurnContextOptions): TurnContext
  /** What the provider is asked to leave out by itself. */
  readonly clearResults: ProviderClearing['ask']
}

/** As long as the marks of a request ask for. */
const cacheMinutes = ({ cacheHour }: ModelChoice): number => (cacheHour === 'wanted' ? 60 : 5)
const DEFAULT_KEPT_RESULTS = 5
const COLLAPSE_TOKENS = 1_000

export const createContext = (place: ContextOptions): Context => {
  const { config } = place
  const choice = config.context ?? {}
  const snips = createSnipQueue()
  const background = createBackground(place)
  const breaker = createBreaker(() => place.emit(givenUp()))
  const world = createWorld(place)
  const full = createFullCompact(world)
  const memory = background.notes ? [createSessionMemoryCompact(background.notes, world)] : []
  const stages: readonly Stage[] = [
    createSnip(snips),
    createMicrocompact({
      cacheTtlMs: (choice.cacheMinutes ?? cacheMinutes(config.models)) * 60_000,
      keep: choice.keepResults ?? DEFAULT_KEPT_RESULTS,
      clearable: name => isClearable(config, name),
    }),
    ...(background.stager ? [createCollapse(background.stager)] : []),
    ...memory,
    breaker.guard(full),
    ...(choice.snipNudge ? [createSnipNudge({ available: () => config.tools.specs.some(isSnip) })] : []),
  ]
  const now = config.session.view
  const snip: Conversation['snip'] = (ranges, by) => {
    const { removed, answer } = chooseSnip(now(), ranges)
    snips.add(removed, by)
    return answer
  }
  const clearing = createProviderClearing({
    enabled: choice.contextEditing === true,
    keep: choice.keepResults ?? DEFAULT_KEPT_RESULTS,
    tools: place.toolset.sent,
    runsCommands: name => config.tools.toolsIn?.('commands').includes(name) === true,
    compactAt: model => limitsFor(place, model).compactAt,
  })
  return {
    shows: id => clearing.shows(id, now()),
    outline: () => outlineOf(now()),
    snip,
    forTurn: turn => ({
      stages,
      compact: full,
      manual: [...memory, full],
      ...turnContext(place, turn, background),
    }),
    clearResults: clearing.ask,
    restarted(history, why) {
      if (why === 'compaction') world.settle()
      else background.notes?.take(history)
    },
    ops: {
      snip(range) {
        if (snip([range], 'person').items > 0) return
        throw new OpError(contextText('nothing_removable'))
      },
    },
    answers: usageAnswers(place),
    commandHost: () => ({
      outline: () => outlineOf(now()),
      setAutoCompact(enabled, window) {
        place.live.autoCompact = enabled
        if (window !== undefined) place.live.compactAs = { window }
      },
    }),
    [Symbol.asyncDispose]: () => background.stop(),
  }
}

/** Of the files that calls changed; what only turned out to have changed may be anything. */
const changedPath = ({ kind, text, outcome, toolUseId }: Effect): readonly string[] =>
  kind === 'write' && outcome === 'done' && toolUseId !== undefined && isAbsolute(text) ? [text] : []

/** What a conversation that has not begun would begin with: a person may look before the first request. */
const openingOf = async (prompt: ContextOptions['prompt']): Promise<readonly Message[]> => {
  if (prompt.system().length === 0) await prompt.prepare()
  return (await prompt.opening()).map(attachment => ({
    type: 'attachment',
    uuid: '',
    timestamp: '',
    attachment,
  }))
}

const usageAnswers = (place: ContextOptions): Answers => {
  const { config, live, prompt, toolset, drift } = place
  const loaded = (opening: readonly Message[]) => instructionsIn([...opening, ...config.session.messages])
  return {
    async context() {
      const opening = await openingOf(prompt)
      const parts = {
        system: prompt.system(),
        tools: toolset.sent(),
        view: [...opening, ...config.session.view()],
        instructions: loaded(opening),
      }
      return contextUsage(parts, { model: live.model, ...windowOf(place) }, drift)
    },
    instructions: async () => loaded(await openingOf(prompt)),
  }
}

const createWorld = ({
  config,
  hooks,
  ports,
  prompt,
  tasks,
  toolset,
  skills,
  plan,
}: ContextOptions): RestoredWorld => ({
  ...createLazyWorld({
    files: ports.files,
    changed: () => config.session.effects.flatMap(changedPath),
    regions: () => regionsIn(config.session.view()),
    secrets: ports.secrets,
    tasks,
    loadedTools: toolset.loaded,
    skills: skills.restore,
    toldElsewhere: plan.restated,
    hooks: createCompactHooks(hooks),
  }),
  async opening(_view, env) {
    return (await prompt.context()).map(attachment => ({
      type: 'attachment',
      uuid: env.newMessageId(),
      timestamp: env.now().toISOString(),
      attachment,
    }))
  },
})

const givenUp = (): Event => notice('error', contextText('gave_up'))

const isSnip = ({ name }: { readonly name: string }): boolean => name === SNIP_NAME

const isClearable = ({ tools }: ContextConfig, name: string): boolean =>
  tools.specs.some(spec => spec.clearable && (spec.name === name || spec.aliases?.includes(name)))

interface Background {
  readonly notes: NoteTaker | undefined
  readonly stager: SpanStager | undefined
  /** The turn that is being made ready, and its model. */
  turn: { readonly place: TurnContextOptions; readonly model: string } | undefined
  /** Says that it is getting full, where nothing is done about it by itself. */
  warnOnce(tokens: number, model: string): void
  stop(): Promise<void>
}

/** What runs beside turns: nothing, unless the person lets it. */
const createBackground = (place: ContextOptions): Background => {
  const { config, ports, purse } = place
  const refuseSpending = async (model: string): Promise<void> => {
    const refused = await purse.refused(model)
    if (refused !== undefined) throw new LocalizedError(refused)
  }
  const { runtime } = config
  const log = (line: string): void => runtime.log?.(line)
  const background: Background = {
    notes: takesNotes(config)
      ? new NoteTaker({
          ...createNotesFile(config),
          affords: tokens => purse.affords(tokens, config.context?.notesShare),
          log,
          async ask(view, instruction, signal) {
            if (!background.turn) throw new Error('there is no turn to ask beside')
            const { place: fork, model } = background.turn
            await refuseSpending(model)
            return await askBeside(fork, view, { source: 'notes', model, instruction, signal })
          },
        })
      : undefined,
    stager: isCollapsing(config)
      ? new SpanStager({
          log,
          language: config.prompt.promptLanguage,
          async ask(question, signal) {
            await refuseSpending(config.models.small)
            return await ports.side.ask({
              source: 'collapse',
              ...question,
              maxTokens: COLLAPSE_TOKENS,
              signal,
            })
          },
        })
      : undefined,
    turn: undefined,
    warnOnce: createWarning(place),
    async stop() {
      await Promise.all([this.notes?.stop(), this.stager?.stop()])
    },
  }
  return background
}

const createWarning = (place: ContextOptions): Background['warnOnce'] => {
  const { live, emit } = place
  let said = false
  return (tokens, model) => {
    if (said || live.autoCompact || tokens <= limitsFor(place, model).warnAt) return
    said = true
    emit(notice('warning', contextText('long', { tokens })))
  }
}

const turnContext = (
  place: ContextOptions,
  turn: TurnContextOptions,
  background: Background,
): Omit<TurnContext, 'stages' | 'compact' | 'manual'> => {
  const { config, live } = place
  const { runtime } = config
  const { stager, notes } = background
  const stageEnv: TurnContext['stageEnv'] = (view, { trigger, signal, model }): StageEnv => {
    const { facts } = findModel(model, config.models.rows)
    const by = config.context?.model === undefined ? model : config.models.resolve(config.context.model)
    return {
      trigger,
      signal,
      language: config.prompt.promptLanguage,
      tokens: estimateTokens(view, turn.overhead, place.drift.margin),
      window: facts.window,
      maxOutput: facts.maxOutput,
      limits: limitsFor(place, model),
      enabled: live.autoCompact === true,
      overhead: turn.overhead,
      newMessageId: runtime.newId,
      now: runtime.now,
      carry: async (dropped, budget) =>
        await (await import('./carry.ts')).createSessionCarry(place)(dropped, budget),
      restate: async () => place.ports.secrets.clean(await place.plan.restate()),
      summarize: (messages, instruction) =>
        askBeside(turn, messages, { source: 'compact', model: by, instruction, signal }),
    }
  }
  return {
    stageEnv,
    tokens: view => estimateTokens(view, turn.overhead, place.drift.margin),
    blocked: (view, model) => whyBlocked(place, { view, model, overhead: turn.overhead }),
    ...(stager
      ? {
          collapses: {
            staged: () => stager.hasStaged,
            drain: view =>
              drainCollapses(stager, view, {
                newMessageId: runtime.newId,
                now: runtime.now,
                language: config.prompt.promptLanguage,
              }),
          },
        }
      : {}),
    beforeRequest(view, model) {
      if (!notes && !stager && live.autoCompact) return
      const tokens = estimateTokens(view, turn.overhead, place.drift.margin)
      background.warnOnce(tokens, model)
      background.turn = { place: turn, model }
      // Before the first reply nothing is in the cache: the whole conversation would be paid for twice.
      const answered = view.some(message => message.type === 'assistant')
      if (answered) notes?.consider(view, { tokens, compactAt: limitsFor(place, model).compactAt })
      if (mayStage(tokens, limitsFor(place, model))) stager?.consider(view)
    },
  }
}

/** A budget is for what was asked for, and without a cache every note would cost the whole conversation again. */
const takesNotes = ({ context, models, limits }: ContextConfig): boolean =>
  context?.notes === true && models.cache && limits.maxBudgetUsd === undefined

const isCollapsing = ({ context }: ContextConfig): boolean => context?.collapse === true

/** While stretches are folded, that makes the room: the rest stands back until there is none. */
const limitsFor = (
  { config, live }: Pick<ContextOptions, 'config' | 'live'>,
  model: string,
): WindowLimits => {
  const { facts } = findModel(model, config.models.rows)
  const limits = windowLimits(facts.window, facts.maxOutput, { ...config.context, ...live.compactAs })
  return isCollapsing(config) ? { ...limits, compactAt: limits.blockAt } : limits
}

/** What of a model's window can be filled, and from where on room is made. */
const windowOf = (
  place: Pick<ContextOptions, 'config' | 'live'>,
): { readonly window: number; readonly compactAt?: number } => {
  const { model, autoCompact } = place.live
  const { window } = findModel(model, place.config.models.rows).facts
  return autoCompact ? { window, compactAt: limitsFor(place, model).compactAt } : { window }
}

const whyBlocked = (
  { config, live }: ContextOptions,
  next: { readonly view: readonly Message[]; readonly model: string; readonly overhead: number },
): LocalizedText | undefined => {
  if (live.autoCompact) return undefined
  const { facts } = findModel(next.model, config.models.rows)
  const tokens = estimateTokens(next.view, next.overhead)
  const { blockAt } = windowLimits(facts.window, facts.maxOutput)
  if (tokens <= blockAt) return undefined
  return contextText('too_long', { tokens, model: next.model, window: facts.window })
}
