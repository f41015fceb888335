import { AgentRecord } from '../../agents/agent-record.ts'
import type { MemberReport } from '../../agents/team/member-report.ts'
import { joinLines } from '../../lib/line-socket.ts'
import type { AgentInfo } from '../../protocol/agents/agents.ts'
import type { Engine } from '../../protocol/engine.ts'
import type { Event } from '../../protocol/event.ts'

/** The line of a member to the process of its leader. */
export interface MemberLine {
  /** Everything that happens from now on is told. */
  follow(engine: Engine): void
  /** It has nothing to do for now. */
  resting(): void
  /** It leaves in order, and all it said has arrived. */
  close(): Promise<void>
}

interface LineOptions {
  readonly path: string
  readonly secret: string
  readonly name: string
  now(): number
  /** The leader's process is gone. */
  lost(): void
}

/** Tells the leader what this member does and spends, so that its purse and its screen are right. */
export const openMemberLine = ({ path, secret, name, now, lost }: LineOptions): MemberLine => {
  let leaving = false
  const line = joinLines(path, secret, () => leaving || lost())
  const say = (report: MemberReport): void => line.say(report)
  say({ type: 'here', pid: process.pid })
  let status: 'running' | 'idle' = 'running'
  let engine: Engine | undefined
  let told: Promise<void> = Promise.resolve()
  const tell = ({ requests, toolUses, tokens, lastAction }: AgentInfo): void => {
    told = told.then(async () => {
      if (!engine) return
      const shown = { requests, toolUses, tokens, ...(lastAction === undefined ? {} : { lastAction }) }
      say({ type: 'state', status, shown, cost: await engine.query('cost') })
    })
  }
  const record = new AgentRecord(blankInfo(name), { now, price: () => undefined, tell })
  const change = (next: typeof status): void => {
    status = next
    record.change({ status })
  }
  const hear = (event: Event): void => {
    if (event.type === 'permission_settled') say({ type: 'settled', id: event.id })
    if (event.agent) return
    if (event.type === 'turn_started') change('running')
    record.see(event)
    // What its turn cost is known to the leader before anything else is.
    if (event.type !== 'turn_ended') return
    if (event.report.denials.length > 0) say({ type: 'denied', denials: event.report.denials })
    record.change({ status })
  }
  return {
    follow(opened) {
      engine = opened
      void (async () => {
        for await (const event of opened.events()) hear(event)
      })()
    },
    resting: () => change('idle'),
    async close() {
      leaving = true
      record.change({ status })
      await told
      say({ type: 'left' })
      await line.close()
    },
  }
}

/** Of a record that only its own numbers are read from. */
const blankInfo = (name: string): AgentInfo => ({
  id: name,
  name,
  type: name,
  description: '',
  status: 'running',
  background: true,
  toolUseId: '',
  model: '',
  mode: 'default',
  cwd: '',
  startedAt: 0,
  requests: 0,
  toolUses: 0,
  tokens: 0,
  usd: 0,
})
