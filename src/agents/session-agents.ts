import type { AgentInfo, AgentOutcome, AgentProgress, Agents } from '../protocol/agents/agents.ts'
import { namedWithState } from '../protocol/agents/model-state.ts'
import type { BackgroundTasks } from '../protocol/agents/task-work.ts'
import type { OpenWorktree, Worktrees } from '../protocol/agents/worktrees.ts'
import type { Event } from '../protocol/event.ts'
import type { AgentDefinition } from '../protocol/extensions/agent-definition.ts'
import { agentText } from '../protocol/messages/engine/agents.ts'
import type { LocalizedText } from '../protocol/messages/localized-text.ts'
import { forModel } from '../protocol/messages/model-texts.ts'
import { notice } from '../protocol/messages/notice.ts'
import type { OpenThread, ThreadSpec } from '../protocol/thread.ts'
import { ToolError } from '../protocol/tool.ts'
import type { PromptLanguage } from '../protocol/tools/both-languages.ts'
import type { ToolsIn } from '../protocol/tools/described-tool.ts'
import { completedOf, launchedOf, workEndOf } from './agent-outcome.ts'
import { AgentOutput } from './agent-output.ts'
import type { AgentParent } from './agent-parent.ts'
import { AgentRecord } from './agent-record.ts'
import { AgentRun, type Membership } from './agent-run.ts'
import { AGENT_DEFAULTS } from './agent-settings.ts'
import { chooseDefinition, type Definitions } from './choose-definition.ts'
import { type EarlierAgent, requestOf } from './earlier-agent.ts'
import { FORKED, isForked, replyOf } from './fork-messages.ts'
import type { HandOff } from './hand-off.ts'
import type { AgentPlan, PlannedSpawn, SpawnRequest } from './plan-agent.ts'
import { type CheckOptions, SpawnChecks } from './spawn-checks.ts'
import { rejoin, type TeamHost } from './team/team-host.ts'

/** Its verdicts are checked against what it ran. */
const VERIFICATION = 'verification'

export interface SessionAgentsOptions extends CheckOptions, Definitions {
  /** Of the prompt. */
  readonly language?: PromptLanguage | undefined
  readonly tasks: BackgroundTasks
  readonly worktrees: Worktrees
  /** Absent where there are no teams. */
  readonly team?: TeamHost
  open(spec: ThreadSpec): ReturnType<OpenThread>
  /** Throws an Error for a model that may not be used. */
  resolve(model: string): string
  /** One that an earlier run of the session had, by its id or name. */
  earlier(to: string): Promise<EarlierAgent | undefined>
  outputFile(id: string): string
  /** The whole text of a skill; undefined: there is none of that name. */
  skillText(name: string): Promise<string | undefined>
  /** Looks at what an agent did where nobody was asked about it; undefined: nothing is wrong. */
  handOff(done: HandOff, signal: AbortSignal): Promise<string | undefined>
  readonly toolsIn: ToolsIn
  /** Where an agent keeps its own memory. */
  memoryOf(definition: AgentDefinition): string | undefined
  endTasks(calls: ReadonlySet<string>): Promise<void>
  newId(): string
  now(): number
  emit(event: Event): Promise<void> | undefined
}

interface Begin {
  readonly spec: ThreadSpec
  readonly info: AgentInfo
  readonly worktree?: OpenWorktree
  readonly member?: Membership
}

/** All agents of a session, whoever started them. */
export class SessionAgents {
  readonly #options: SessionAgentsOptions
  /** By id, in the order they were started. */
  readonly #runs = new Map<string, AgentRun>()
  readonly #checks: SpawnChecks

  constructor(options: SessionAgentsOptions) {
    this.#options = options
    this.#checks = new SpawnChecks(options, () => this.list())
  }

  list(): readonly AgentInfo[] {
    return [...this.#runs.values()].map(({ info }) => info)
  }

  /** The agent of one call, or all that are waited for. */
  moveToBackground(toolUseId: string | undefined): void {
    for (const run of this.#runs.values())
      if (run.info.status === 'running' && (toolUseId ?? run.info.toolUseId) === run.info.toolUseId)
        run.moveToBackground('person')
  }

  async send(parent: AgentParent, { to, text }: Parameters<Agents['send']>[0]): Promise<AgentInfo> {
    const known = this.#find(to)
    if (known?.info.status === 'running' || known?.info.status === 'idle') {
      known.say(text)
      return known.info
    }
    const earlier = known ? undefined : await this.#options.earlier(to)
    if (!known && !earlier) throw new ToolError(this.#unknown(to))
    const run = known ? await this.#again(known, text) : await this.#restart(parent, earlier, text)
    this.#handOver(run)
    return run.info
  }

  /** A fork that a person asks for, between the turns or beside one. */
  async startFork(parent: AgentParent, task: string, signal: AbortSignal): Promise<AgentInfo> {
    const toolUseId = `subtask_${this.#options.newId()}`
    const request = { description: task.slice(0, 80), prompt: task, toolUseId }
    const run = await this.#fork(parent, request, signal)
    this.#handOver(run)
    return run.info
  }

  async stop(id: string): Promise<AgentInfo> {
    const run = this.#find(id)
    if (!run) throw new ToolError(this.#unknown(id))
    await run.stop()
    return run.info
  }

  async stopAll(): Promise<void> {
    await Promise.all([...this.#runs.values()].map(run => run.stop()))
  }

  async *run(
    parent: AgentParent,
    request: SpawnRequest,
    signal: AbortSignal,
  ): AsyncGenerator<AgentProgress, AgentOutcome> {
    const { settings, tasks, team, language } = this.#options
    this.#checks.team(parent, request)
    if (team && parent.depth === 0 && team.teamFor(request) !== undefined)
      return await this.#join(parent, request, team)
    const isFork =
      request.type === undefined &&
      request.schema === undefined &&
      settings.forks === true &&
      parent.types === undefined &&
      !parent.coordinates
    const definition = isFork ? FORKED : await chooseDefinition(request, parent, this.#options)
    const leaves = isFork && request.stays !== true && request.background !== false
    const wantsBackground = leaves || (request.background || definition.background) === true
    // What an agent starts ends with it, so it waits for it.
    const mayLeave = parent.depth === 0 && settings.backgroundOff !== true
    if (wantsBackground && mayLeave) tasks.checkRoom('agent')
    await this.#checks.fanOut(parent, request, signal)
    const run = isFork
      ? await this.#fork(parent, request, signal)
      : await this.#start(parent, request, definition)
    if (wantsBackground && mayLeave) {
      this.#handOver(run)
      return launchedOf(run, request.prompt)
    }
    const { backgroundAfterMs = AGENT_DEFAULTS.backgroundAfterMs } = settings
    const stays = request.stays === true
    const moved = yield* this.#follow(run, signal, {
      afterMs: mayLeave && !stays ? backgroundAfterMs : 0,
      stays,
    })
    const waited = request.background === true ? ({ waitedFor: true } as const) : {}
    const said = { prompt: request.prompt, language }
    if (moved === undefined) return { ...(await completedOf(run, await run.done, said)), ...waited }
    this.#handOver(run)
    return launchedOf(run, request.prompt, moved)
  }

  /** Until it ends, or is not to be waited for any longer. */
  async *#follow(
    run: AgentRun,
    signal: AbortSignal,
    { afterMs, stays }: { readonly afterMs: number; readonly stays: boolean },
  ): AsyncGenerator<AgentProgress, 'person' | 'time' | undefined> {
    const interrupt = (): void => void run.stop(signal.reason)
    signal.addEventListener('abort', interrupt, { once: true })
    if (signal.aborted) interrupt()
    const timer = afterMs > 0 ? setTimeout(() => run.moveToBackground('time'), afterMs).unref() : undefined
    const ended = run.done.then(() => ({ moved: undefined }))
    const left = run.moved.then(moved => ({ moved }))
    let settled = false
    let told: string | undefined
    try {
      for (;;) {
        const next = await Promise.race([ended, ...(stays ? [] : [left]), run.step])
        if (next) {
          settled = true
          return next.moved
        }
        const { lastAction } = run.info
        if (lastAction === undefined || lastAction === told) continue
        told = lastAction
        yield { text: lastAction }
      }
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', interrupt)
      if (!settled) await run.stop()
    }
  }

  async #start(parent: AgentParent, request: SpawnRequest, definition: AgentDefinition): Promise<AgentRun> {
    this.#checks.limits(parent, request)
    const skills = await this.#skillsOf(definition)
    const plan = await this.#plan(this.#newAgentId(), { parent, request, definition })
    const { withEarlierWork } = await import('./worktree-for.ts')
    const said = await withEarlierWork(request.prompt, plan.worktree, this.#options.language)
    this.#checks.limits(parent, request)
    const run = this.#begin(plan, said)
    for (const text of skills) run.say(text)
    return run
  }

  /** A member of a team goes on by itself from its start. */
  async #join(parent: AgentParent, request: SpawnRequest, team: TeamHost): Promise<AgentOutcome> {
    const definition = await chooseDefinition(request, parent, this.#options)
    this.#checks.limits(parent, request)
    this.#checks.member(request)
    const id = this.#newAgentId()
    const member = await team.join({ id, request, type: definition.name })
    try {
      const plan = await this.#plan(id, { parent, request, definition, member })
      const { memberBriefing } = await import('./team/mail-text.ts')
      const briefing = forModel(memberBriefing(member, request.prompt), this.#options.language)
      if (team.isAway()) await team.startAway(plan, briefing)
      else this.#handOver(this.#begin({ ...plan, member: team.membership(member) }, briefing))
    } catch (error) {
      await team.leave(member)
      throw error
    }
    return { status: 'teammate_spawned', agentId: id, name: member.name, team: member.team }
  }

  /** What it costs to begin is only begun when it may. */
  async #plan(
    id: string,
    {
      parent,
      request,
      definition,
      member,
    }: Pick<PlannedSpawn, 'parent' | 'request' | 'definition' | 'member'>,
  ): Promise<AgentPlan & Begin> {
    const { settings, now, resolve, toolsIn, memoryOf, worktrees, language } = this.#options
    const { planAgent } = await import('./plan-agent.ts')
    const { worktreeFor } = await import('./worktree-for.ts')
    const who = { id, request, definition, parent, member, language }
    const wish = { ...who, settings, startedAt: now(), resolve, toolsIn }
    await this.#checks.money(planAgent(wish).info.model)
    const name = request.worktree
    const worktree = await worktreeFor({ request, definition, settings }, () =>
      worktrees.create({ agentId: id, cwd: parent.cwd, ...(name === undefined ? {} : { name }) }),
    )
    const { spec, info, notes } = planAgent({ ...wish, worktree, memoryDirectory: memoryOf(definition) })
    for (const text of notes) this.#warn(text)
    return { spec, info, notes, ...(worktree ? { worktree } : {}) }
  }

  #warn(text: LocalizedText): void {
    void this.#options.emit(notice('warning', text))
  }

  async #skillsOf({ name, skills = [] }: AgentDefinition): Promise<readonly string[]> {
    const texts: string[] = []
    for (const skill of skills) {
      const text = await this.#options.skillText(skill)
      if (text === undefined) this.#warn(agentText('no_skill', { agent: name, skill }))
      else texts.push(`<skill name="${skill}">\n${text}\n</skill>`)
    }
    return texts
  }

  /** Begins a copy of whoever asks, as it is when its reply is whole. */
  async #fork(parent: AgentParent, request: SpawnRequest, signal: AbortSignal): Promise<AgentRun> {
    if (parent.coordinates) throw new ToolError(agentText('no_coordinator_fork'))
    this.#checks.limits(parent, request)
    const reply = replyOf(parent.prefix().messages, request.toolUseId)
    if (reply !== undefined) await parent.replied(reply, signal)
    const prefix = parent.prefix()
    if (parent.isFork || isForked(prefix.messages)) throw new ToolError(agentText('no_fork'))
    if (prefix.system.length === 0) throw new ToolError(agentText('nothing_to_fork'))
    await this.#checks.money(prefix.model)
    const { prepareFork } = await import('./plan-fork.ts')
    const wish = { id: this.#newAgentId(), request, parent, prefix }
    const plan = await prepareFork(wish, this.#options, () => this.#checks.limits(parent, request))
    for (const text of plan.notes) this.#warn(text)
    return this.#begin(plan, plan.said)
  }

  #newAgentId(): string {
    const letters = this.#options.newId().replace(/[^0-9a-f]/g, '')
    return `a${letters.slice(0, 12)}`
  }

  #begin({ spec, info, worktree, member }: Begin, said: string | undefined): AgentRun {
    const { now, price, emit, settings, open, endTasks, outputFile } = this.#options
    const record = new AgentRecord(info, {
      now,
      price,
      tell: changed => void emit({ type: 'agent_changed', info: changed }),
    })
    const { stallMs = AGENT_DEFAULTS.stallMs } = settings
    const output = new AgentOutput(outputFile(info.id))
    const run = new AgentRun(
      {
        ...{ record, spec, open, output, stallMs, now, emit, endTasks },
        ...(worktree ? { worktree } : {}),
        ...(member ? { member } : {}),
        ...(spec.goesOn && info.type === VERIFICATION
          ? {}
          : { review: this.#reviewOf(said ?? info.description) }),
      },
      said,
    )
    // The newest of a name is the one that is meant.
    this.#runs.delete(info.id)
    this.#runs.set(info.id, run)
    return run
  }

  #reviewOf(task: string) {
    return async (record: AgentRecord, signal: AbortSignal): Promise<string | undefined> => {
      const { actions, text, info, commands } = record
      if (info.type === VERIFICATION)
        return (await import('./check-verdicts.ts')).unprovenVerdicts(text, commands, this.#options.language)
      if (info.mode === 'auto') return await this.#options.handOff({ task, actions, answer: text }, signal)
      return undefined
    }
  }

  /** Goes on from its own chain. */
  async #again({ info, spec, worktree: name }: AgentRun, text: string): Promise<AgentRun> {
    this.#checks.room()
    await this.#checks.money(info.model)
    const { endedAt: _, lastAction: __, reason: ___, localized: ____, ...kept } = info
    const worktree =
      name === undefined ? {} : { worktree: await this.#options.worktrees.create({ name, agentId: info.id }) }
    const { team } = this.#options
    const member = spec.member && team ? { member: team.membership(spec.member) } : {}
    return this.#begin(
      { spec: { ...spec, goesOn: true }, info: { ...kept, status: 'running' }, ...worktree, ...member },
      text,
    )
  }

  async #restart(parent: AgentParent, earlier: EarlierAgent | undefined, text: string): Promise<AgentRun> {
    if (!earlier) throw new ToolError(agentText('no_such'))
    this.#checks.room()
    const request = requestOf(earlier, text)
    if (earlier.facts['agentType'] === 'fork') {
      const { resumeFork } = await import('./plan-fork.ts')
      const fork = await resumeFork({ ...earlier, request }, parent, this.#options)
      if (!fork) throw new ToolError(agentText('no_fork_prefix'))
      return this.#begin(fork, text)
    }
    const definition = await chooseDefinition(request, parent, this.#options)
    const { team } = this.#options
    const member = await rejoin(team, { id: earlier.id, request, type: definition.name })
    const plan = await this.#plan(earlier.id, { parent, request, definition, member })
    const own = member && team ? { member: team.membership(member) } : {}
    return this.#begin({ ...plan, spec: { ...plan.spec, goesOn: true }, ...own }, text)
  }

  /** From now on it is background work of the session: nobody waits for it, and its end is told. */
  #handOver(run: AgentRun): void {
    const { info, output } = run
    output.open()
    this.#options.tasks.add({
      id: info.id,
      kind: info.team === undefined ? 'agent' : 'teammate',
      ...(info.name === info.type && info.team === undefined ? {} : { name: info.name }),
      startedAt: run.spec.goesOn ? run.record.beganAt : info.startedAt,
      description: info.description,
      toolUseId: info.toolUseId,
      outputFile: output.path,
      ended: run.done.then(ended => workEndOf(run, ended, this.#options.language)),
      stop: async () => void (await run.stop()),
      onOutput: listener => output.onOutput(listener),
    })
    run.record.change({ background: true })
  }

  /** The newest where several have the name. */
  #find(to: string): AgentRun | undefined {
    return this.#runs.get(to) ?? [...this.#runs.values()].findLast(({ info }) => info.name === to)
  }

  #unknown(to: string): LocalizedText {
    const known = this.list().map(namedWithState)
    if (known.length === 0) return agentText('none_started', { id: to })
    return agentText('none_of_that_name', { id: to, known })
  }
}
