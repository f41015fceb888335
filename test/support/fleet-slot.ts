import { mkdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { runSlot } from '../../src/cli/fleet/slot.ts'
import type { SlotDeps } from '../../src/cli/fleet/slot-deps.ts'
import { inEnglish } from '../../src/protocol/messages/localized-text.ts'
import type { Model } from '../../src/protocol/model.ts'
import type { FleetWorld } from './fleet-world.ts'

export interface TestSlot {
  readonly deps: SlotDeps
  readonly said: readonly string[]
  /** Takes what there is, one job. */
  once(): Promise<number>
  /** As if the machine were gone: its connection is cut, and nothing it does is heard any more. */
  vanish(): Promise<void>
}

/** A slot of a worker in this process, with a home and a model of its own. */
export const openSlot = (
  world: FleetWorld,
  name: string,
  {
    model,
    tmp,
    policy = {},
    labels = [],
    env = {},
    version = '1.0.0',
  }: {
    /** Absent: as the environment says. */
    readonly model?: Model
    readonly version?: string
    readonly tmp: string
    readonly policy?: Partial<SlotDeps['policy']>
    readonly labels?: readonly string[]
    readonly env?: Readonly<Record<string, string>>
  },
): TestSlot => {
  const home = join(realpathSync(tmp), `home-of-${name}`)
  const configHome = join(home, '.capstan')
  const room = join(home, 'jobs')
  mkdirSync(configHome, { recursive: true })
  mkdirSync(room, { recursive: true })
  const said: string[] = []
  const fleet = world.open(name)
  const own = { PATH: process.env['PATH'] ?? '', HOME: home, CAPSTAN_CONFIG_DIR: configHome, ...env }
  const deps: SlotDeps = {
    fleet,
    from: { env: own, version, argv: [], ...(model ? { model } : {}) },
    configHome,
    home,
    room,
    policy: { mode: 'acceptEdits', allow: ['*'], network: [], secrets: [], sandbox: false, ...policy },
    labels,
    say: text => said.push(inEnglish(text)),
  }
  const gone = new AbortController()
  return {
    deps,
    said,
    once: () => runSlot({ ...deps, once: true }, gone.signal),
    vanish: async () => {
      await fleet.connection.run(async nats => {
        await nats.connection.close()
      })
      await fleet.connection.close()
    },
  }
}
