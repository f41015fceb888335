import { join } from 'node:path'
import type { EngineConfig } from '../../src/engine/config.ts'
import type { ScriptedReply } from '../../src/features/models/scripted/scenario.ts'
import type { PeerInbound } from '../../src/protocol/agents/peers.ts'
import { createWorld, type World } from './engine-bench.ts'
import { eventually } from './run-program.ts'

interface PeerWorldOptions {
  readonly replies?: readonly ScriptedReply[]
  readonly inbound?: PeerInbound
  readonly oneShot?: boolean
  readonly attended?: boolean
  readonly resume?: World
  /** What else this session is made of. */
  readonly config?: (config: EngineConfig) => Partial<EngineConfig>
}

/** A session that others reach by its title. */
export const openPeer = async (directory: string, title: string, options: PeerWorldOptions = {}) => {
  const { inbound = 'hold', oneShot = false, attended = true } = options
  const peers = { directory, inbound, oneShot, attended }
  const world = await createWorld({
    scenario: { replies: options.replies ?? [{ text: 'noted', repeat: true }] },
    ...(options.resume
      ? {
          in: options.resume,
          session: { resume: { path: options.resume.sessionPath, fork: false } },
        }
      : {}),
    config: (config): Partial<EngineConfig> => ({
      teams: { backend: 'files', directory: join(directory, '..', 'teams'), peers },
      wakeForUrgent: !oneShot,
      ...options.config?.(config),
    }),
  })
  await world.engine.send({ type: 'set_title', title })
  const notices = () => world.events.flatMap(event => (event.type === 'notice' ? [event.text] : []))
  return {
    world,
    notices,
    /** What the person reads of a command. */
    async command(line: string, authority: 'owner' | 'prompt' = 'owner') {
      const before = world.events.length
      await world.engine.send({ type: 'command', line, ...(authority === 'owner' ? { authority } : {}) })
      const shown = () => world.events.slice(before).filter(({ type }) => type === 'command_output')
      await eventually(() => shown().length > 0)
      return JSON.stringify(shown())
    },
    heard: () => JSON.stringify(world.model.requests.at(-1)?.messages ?? []),
    turns: (count: number) =>
      eventually(() => world.events.filter(({ type }) => type === 'turn_ended').length >= count),
    noticed: (part: string) => eventually(() => notices().some(text => text.includes(part))),
  }
}

export const sendTo = (to: string, message: string, more: object = {}): ScriptedReply => ({
  tool: { name: 'SendMessage', input: { to, message, ...more } },
})
export const DONE: ScriptedReply = { text: 'done', repeat: true }
