import { randomBytes } from 'node:crypto'
import { mkdirSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { spawnGroup } from '../../lib/process/spawn-group.ts'
import type { AgentInfo } from '../../protocol/agents/agents.ts'
import type { BackgroundEnd } from '../../protocol/agents/background-work.ts'
import type { Teammate } from '../../protocol/agents/teammate.ts'
import type { Overrides } from '../../protocol/host.ts'
import type { BackgroundTasks } from '../../protocol/task-work.ts'
import type { AgentPlan } from '../plan-agent.ts'

export interface AwayOptions {
  /** This program, as it is started again for a member. */
  readonly command: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  /** What the leader was started with. */
  readonly overrides: Overrides
  /** For files that nobody else can read. */
  readonly directory: string
  readonly tasks: Pick<BackgroundTasks, 'add'>
  outputFile(id: string): string
  changed(info: AgentInfo): void
  now(): number
  /** Its process is gone. */
  ended(name: string): void
}

interface Away {
  info: AgentInfo
  readonly secret: string
  stop(): Promise<void>
}

/** What a process of a member finds in its file. */
export type TeammateFile = Omit<Teammate, 'left'> & { readonly overrides: Overrides }

const GRACE_MS = 3_000

/** Members that work in processes of their own. */
export class AwayMembers implements AsyncDisposable {
  readonly #options: AwayOptions
  readonly #members = new Map<string, Away>()

  constructor(options: AwayOptions) {
    this.#options = options
  }

  list(): readonly AgentInfo[] {
    return [...this.#members.values()].map(({ info }) => info)
  }

  isThere(name: string): boolean {
    const status = this.#members.get(name)?.info.status
    return status === 'running' || status === 'idle'
  }

  /** What it and this process alone know; undefined: that is none of ours. */
  secretOf(name: string): string | undefined {
    return this.#members.get(name)?.secret
  }

  change(name: string, fields: Partial<AgentInfo>): void {
    const member = this.#members.get(name)
    if (!member) return
    member.info = { ...member.info, ...fields }
    this.#options.changed(member.info)
  }

  start({ info, spec }: AgentPlan, at: Pick<Teammate, 'leader' | 'prompt'>): AgentInfo {
    const { tasks, outputFile } = this.#options
    const secret = randomBytes(32).toString('hex')
    const { name, id, description, toolUseId } = info
    const overrides = memberOverrides(this.#options.overrides, info)
    const file = { ...at, team: spec.member?.team ?? '', name, secret, overrides }
    const output = outputFile(id)
    const child = this.#spawn(file, info.cwd, output)
    const over = Promise.withResolvers<BackgroundEnd>()
    const member: Away = {
      info: { ...info, background: true },
      secret,
      stop: async () => {
        child.kill('SIGTERM')
        const timer = setTimeout(() => child.kill('SIGKILL'), GRACE_MS)
        await over.promise
        clearTimeout(timer)
      },
    }
    this.#members.set(name, member)
    child.once('error', error => over.resolve({ status: 'failed', reason: error.message }))
    child.once('exit', (code, signal) =>
      over.resolve(
        code === 0
          ? { status: 'completed', exitCode: 0 }
          : { status: 'failed', reason: `Its process ended (${signal ?? code}).` },
      ),
    )
    void over.promise.then(({ status }) => {
      this.change(name, { status, endedAt: this.#options.now() })
      this.#options.ended(name)
    })
    const work = { id, kind: 'teammate', description, toolUseId, outputFile: output } as const
    tasks.add({ ...work, ended: over.promise, stop: member.stop })
    this.#options.changed(member.info)
    return member.info
  }

  async stop(name: string): Promise<void> {
    if (this.isThere(name)) await this.#members.get(name)?.stop()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#members.keys()].map(name => this.stop(name)))
  }

  #spawn(file: TeammateFile, cwd: string, output: string) {
    const { command, env, directory } = this.#options
    const [program = process.execPath, ...args] = command
    mkdirSync(directory, { recursive: true, mode: 0o700 })
    mkdirSync(dirname(output), { recursive: true, mode: 0o700 })
    const path = join(directory, `${file.name}-${randomBytes(6).toString('hex')}.json`)
    writeFileSync(path, JSON.stringify(file), { mode: 0o600, flag: 'wx' })
    const to = openSync(output, 'a', 0o600)
    const child = spawnGroup(program, [...args, path], { cwd, env, stdio: ['ignore', to, to] })
    // It removes the file when it has read it; one that never comes so far does not leave a secret behind.
    child.once('exit', () => rmSync(path, { force: true }))
    return child
  }
}

/** Everything that binds the leader binds its member; what is about the leader's own conversation does not. */
const memberOverrides = (leader: Overrides, { model, mode, type }: AgentInfo): Overrides => {
  const {
    name: _,
    jsonSchema: __,
    worktree: ___,
    assistant: ____,
    init: _____,
    maintenance: ______,
    ...bound
  } = leader
  return { ...bound, model, permissionMode: mode, agent: type }
}
