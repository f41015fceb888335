import { randomBytes } from 'node:crypto'
import { type LineServer, serveLines } from '../../lib/line-socket.ts'
import type { AgentInfo } from '../../protocol/agents/agents.ts'
import type { BackgroundEnd } from '../../protocol/agents/background-work.ts'
import type { BackgroundTasks } from '../../protocol/agents/task-work.ts'
import type { OpenWorktree } from '../../protocol/agents/worktrees.ts'
import type { Overrides } from '../../protocol/host.ts'
import { asLocalized } from '../../protocol/messages/layout.ts'
import { inEnglish, type Text } from '../../protocol/messages/localized-text.ts'
import type { PermissionDenial, PermissionMode } from '../../protocol/permission.ts'
import type { CostGrowth, CostState } from '../../protocol/usage.ts'
import { memberEnd } from '../agent-outcome.ts'
import type { AgentPlan } from '../plan-agent.ts'
import type { Farewell } from './farewells.ts'
import { type MemberProcess, startProcess, writeTeammateFile } from './member-process.ts'
import { type MemberReport, readReport } from './member-report.ts'

export interface RemoteMemberOptions {
  /** This program, as it is started again for a member. */
  readonly command: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  /** What the leader was started with. */
  readonly overrides: Overrides
  /** New members are shown in panes of the terminal. */
  readonly panes?: boolean
  /** For files that nobody else can read. */
  readonly directory: string
  readonly tasks: Pick<BackgroundTasks, 'add'>
  outputFile(id: string): string
  changed(info: AgentInfo): void
  now(): number
  /** What one member may spend by itself; undefined: that is not limited. */
  budgetLeft(): number | undefined
  /** Counts to the session of the leader. Says why nothing may be spent any more. */
  spent(growth: CostGrowth, model: string): Text | undefined
  /** Asks it to stop, as members are asked. */
  askToStop(name: string): Promise<void>
  /** What it wrote to the leader is read. */
  hear(): Promise<void>
  /** The question of a member needs no answer any more. */
  settled(id: string): void
  /** Counts to what the leader's own turns report. */
  denied(denials: readonly PermissionDenial[]): void
  /** Its process is gone. Gives back what it had not finished; resolves with what is left to tell of it. */
  ended(name: string): Promise<Farewell>
}

interface Away {
  info: AgentInfo
  readonly secret: string
  readonly plans: PermissionMode | undefined
  /** Where it is shown. */
  readonly pane?: string | undefined
  cost?: CostState
  /** Why the leader ended it. */
  reason?: Text
  /** What it says is taken in the order it says it. */
  heard: Promise<void>
  stop(): Promise<void>
}

interface Line {
  readonly server: LineServer
  readonly closed: Promise<void>
  isOpen(): boolean
}

/** One that rests leaves when it is asked; one that works is not waited for longer than this. */
export const LEAVE_MS = 2_000
const GRACE_MS = 3_000
const LAST_WORDS_MS = 1_000

/** Members that work in processes of their own. */
export class RemoteMembers implements AsyncDisposable {
  readonly #options: RemoteMemberOptions
  readonly #members = new Map<string, Away>()

  constructor(options: RemoteMemberOptions) {
    this.#options = options
  }

  list(): readonly AgentInfo[] {
    return [...this.#members.values()].map(({ info }) => info)
  }

  /** By its id or its name. */
  named(id: string): AgentInfo | undefined {
    return this.list().find(info => info.id === id || info.name === id)
  }

  /** False: there is none. */
  async stopNamed(id: string): Promise<boolean> {
    const found = this.named(id)
    if (found) await this.stop(found.name)
    return found !== undefined
  }

  isThere(name: string): boolean {
    const status = this.#members.get(name)?.info.status
    return status === 'running' || status === 'idle'
  }

  /** What it and this process alone know; undefined: that is none of ours. */
  secretOf(name: string): string | undefined {
    return this.#members.get(name)?.secret
  }

  /** In which mode it goes on at most when the leader has approved its plan; undefined: that is not the leader's to do. */
  plansOf(name: string): PermissionMode | undefined {
    return this.#members.get(name)?.plans
  }

  change(name: string, fields: Partial<AgentInfo>): void {
    const member = this.#members.get(name)
    if (!member) return
    member.info = { ...member.info, ...fields }
    this.#options.changed(member.info)
  }

  /** Resolves with where it is shown as well, where it is. */
  async start(
    { info, spec, worktree }: AgentPlan & { readonly worktree?: OpenWorktree },
    at: { readonly leader: string; readonly prompt: string; readonly plans?: PermissionMode },
  ): Promise<{ readonly info: AgentInfo; readonly pane?: string }> {
    const { tasks, outputFile } = this.#options
    const { name, id, description, toolUseId } = info
    const secret = randomBytes(32).toString('hex')
    const started = Promise.withResolvers<MemberProcess>()
    const line = await this.#listen(name, secret, started.promise)
    const heardAll = async (): Promise<void> => {
      // Its last words may still be on their way.
      if (line.isOpen()) await within(line.closed, LAST_WORDS_MS)
      await member.heard
      line.server[Symbol.dispose]()
    }
    const overrides = memberOverrides(this.#options, info)
    const output = outputFile(id)
    const file = { ...at, team: spec.member?.team ?? '', name, secret, overrides, line: line.server.path }
    const child = await this.#begin(file, info.cwd, output)
    started.resolve(child)
    const member: Away = {
      info: { ...info, background: true },
      secret,
      plans: at.plans,
      pane: child.pane,
      heard: Promise.resolve(),
      stop: () => this.#end(name, child),
    }
    this.#members.set(name, member)
    const ended = child.ended.then(async end => {
      await heardAll()
      const farewell = await this.#options.ended(name)
      const left = await worktree?.finish()
      const { words, released } = farewell
      const isOrderly = end.status === 'completed' && member.reason === undefined
      return {
        ...end,
        ...(end.status === 'completed' && released.length > 0 ? { status: 'stopped' as const } : {}),
        ...(member.reason === undefined
          ? {}
          : {
              status: 'stopped' as const,
              reason: inEnglish(member.reason),
              localized: asLocalized(member.reason),
            }),
        ...(words === '' ? {} : { result: words }),
        ...memberEnd({ ...farewell, isKnown: isOrderly && words === '' && !left?.kept }),
        usage: { tokens: member.info.tokens, toolUses: member.info.toolUses },
        ...(left?.kept ? { worktree: { path: left.path, branch: left.branch } } : {}),
      } as BackgroundEnd
    })
    void ended.then(({ status, reason }) => {
      this.change(name, { status, endedAt: this.#options.now(), ...(reason === undefined ? {} : { reason }) })
    })
    tasks.add({
      id,
      name,
      kind: 'teammate',
      description,
      toolUseId,
      outputFile: output,
      ended,
      stop: member.stop,
    })
    this.#options.changed(member.info)
    return { info: member.info, ...(child.pane === undefined ? {} : { pane: child.pane }) }
  }

  async stop(name: string): Promise<void> {
    if (this.isThere(name)) await this.#members.get(name)?.stop()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#members.keys()].map(name => this.stop(name)))
  }

  async #begin(
    file: Parameters<typeof writeTeammateFile>[1],
    cwd: string,
    output: string,
  ): Promise<MemberProcess> {
    const { command, env, directory, panes } = this.#options
    const path = writeTeammateFile(directory, panes ? { ...file, shown: true, env: given(env) } : file)
    const start = { command, env, cwd, output, path }
    if (!panes) return startProcess(start)
    const { startPane } = await import('./member-pane.ts')
    const beside = [...this.#members.values()].findLast(
      ({ pane, info }) => pane && this.isThere(info.name),
    )?.pane
    return await startPane({ ...start, beside }, file.name)
  }

  async #listen(name: string, secret: string, process: Promise<MemberProcess>): Promise<Line> {
    let opened = false
    const closed = Promise.withResolvers<void>()
    const server = await serveLines({
      secret,
      onOpen: () => {
        opened = true
      },
      onLine: value => {
        const report = readReport(value)
        const member = this.#members.get(name)
        if (report && member?.secret === secret)
          member.heard = member.heard.then(() => this.#hear(member, report))
        if (report?.type === 'here' || report?.type === 'left')
          void process.then(child =>
            child.heard?.(report.type === 'here' ? { pid: report.pid } : { left: true }),
          )
      },
      onClose: () => {
        closed.resolve()
        void process.then(child => child.heard?.({ closed: true }))
      },
    })
    return { server, closed: closed.promise, isOpen: () => opened }
  }

  async #hear(member: Away, report: MemberReport): Promise<void> {
    if (report.type === 'settled') this.#options.settled(report.id)
    if (report.type === 'denied') this.#options.denied(report.denials)
    if (report.type !== 'state') return
    const { cost, shown, status } = report
    const { name, model } = member.info
    const refused = this.#options.spent({ before: member.cost, after: cost }, model)
    member.cost = cost
    // Who waits for members that work must find what this one said last.
    if (status === 'idle') await this.#options.hear()
    if (!this.isThere(name)) return
    this.change(name, { ...shown, usd: cost.totalCostUSD, status })
    if (refused === undefined || member.reason !== undefined) return
    member.reason = refused
    void member.stop()
  }

  /** In order: it is asked, then told, then ended. */
  async #end(name: string, child: MemberProcess): Promise<void> {
    const isOver = { now: false }
    const over = child.ended.then(() => {
      isOver.now = true
    })
    await within(Promise.all([this.#options.askToStop(name), over]), LEAVE_MS)
    if (!isOver.now) child.kill('SIGTERM')
    await within(over, GRACE_MS)
    if (!isOver.now) child.kill('SIGKILL')
    await over
  }
}

/** A pane has the environment of its server, not that of the leader. */
const given = (env: RemoteMemberOptions['env']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )

export const within = async (work: Promise<unknown>, ms: number): Promise<void> => {
  const late = Promise.withResolvers<void>()
  const timer = setTimeout(late.resolve, ms)
  // What cannot be asked is ended all the same.
  await Promise.race([work.catch(() => undefined), late.promise])
  clearTimeout(timer)
}

/** Everything that binds the leader binds its member; what is about the leader's own conversation does not. */
const memberOverrides = (
  { overrides, budgetLeft }: RemoteMemberOptions,
  { model, mode, type }: AgentInfo,
): Overrides => {
  const {
    name: _,
    jsonSchema: __,
    worktree: ___,
    assistant: ____,
    init: _____,
    maintenance: ______,
    maxBudgetUsd: _______,
    ...bound
  } = overrides
  const left = budgetLeft()
  return {
    ...bound,
    model,
    permissionMode: mode,
    agent: type,
    ...(left === undefined ? {} : { maxBudgetUsd: Math.max(left, 0) }),
  }
}
