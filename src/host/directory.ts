import { isDeepStrictEqual } from 'node:util'
import type { Availability } from '../features/sandbox/availability.ts'
import { type ManagedFile, managedPaths } from '../features/settings/administered.ts'
import type { SettingsPaths } from '../features/settings/load.ts'
import { readBounded } from '../features/settings/read-bounded.ts'
import { RecentWrites } from '../features/settings/recent-writes.ts'
import type { WatchOptions } from '../features/settings/watch.ts'
import type { Env, OpenRequest } from '../protocol/host.ts'
import { probeSandboxAt } from './sandbox/probe-sandbox.ts'
import { findPolicy } from './settings/find-policy.ts'
import {
  type Gathered,
  gatherSettings,
  type SettingsOverrides,
  settingsLocations,
} from './settings/gather-settings.ts'
import type { SharedWatch } from './settings/shared-watch.ts'
import type { Start } from './start.ts'
import { findFolderTrust } from './trust/folder-trust.ts'

/** So long what was gathered may be handed on; later, also the git index and owners of files are looked at again. */
const FRESH_MS = 1_000
/** So long an administrator's helper is not asked again for a further session. */
const POLICY_MS = 60_000

/** What all sessions in one directory share: its settings, one watch of their files, one trial of the sandbox. */
export class Directory implements Disposable {
  #start: Start
  /** What was written here at the person's word. */
  readonly writes = new RecentWrites()
  /** Looks for rules in damaged settings files; loaded only where somebody goes on with them. */
  #salvage: SettingsPaths['salvage']
  readonly #gathered = new Map<string, { readonly gathered: Gathered; readonly at: number }>()
  #watch: Promise<SharedWatch> | undefined
  readonly #probes = new Map<string, Promise<Availability>>()

  readonly #managed: readonly ManagedFile[] | undefined
  readonly #policyListeners = new Set<(file: string) => void>()
  #policyWatch: Disposable | undefined

  /** `managed`: the places of policy, where those of the system are not meant. */
  constructor(start: Start, managed?: readonly ManagedFile[]) {
    this.#start = start
    this.#managed = managed
  }

  get start(): Start {
    return this.#start
  }

  /** Before settings are gathered for a session: what an administrator says is looked for, and their helper asked. */
  async preparePolicy(
    version: string,
    { env, overrides }: Pick<OpenRequest, 'env' | 'overrides'>,
  ): Promise<void> {
    const { policy: known, ...start } = this.#start
    if (known && performance.now() - known.openedAt < POLICY_MS) return
    const { managedSettings: parent } = overrides
    const policy = await findPolicy({ env, version, managed: this.#managed, parent })
    this.#start = policy ? { ...start, policy } : start
    this.#followPolicy()
    if (known) this.#policyChanged((this.#managed ?? managedPaths())[0]?.path ?? '')
  }

  /** Of several policies opened one after the other, only the newest is asked again. */
  #followPolicy(): void {
    this.#policyWatch?.[Symbol.dispose]()
    const isWatched = this.#policyListeners.size > 0
    this.#policyWatch = isWatched
      ? this.#start.policy?.onRefreshed(helper => this.#policyChanged(helper))
      : undefined
  }

  #policyChanged(file: string): void {
    this.#gathered.clear()
    for (const listener of this.#policyListeners) listener(file)
  }

  /** All settings that count here now. Equal ones are the same object. Throws HostError when they forbid to start. */
  gather(overrides: SettingsOverrides, env: Env): Gathered {
    const at = { ...this.#start, env }
    const folder = findFolderTrust(overrides, at)
    const { bare, allowedTools, disallowedTools, askTools, acceptDamagedSettings } = overrides
    const usual = settingsLocations(overrides, at, folder)
    const places = {
      ...usual,
      ...(this.#salvage ? { salvage: this.#salvage } : {}),
      ...(this.#managed ? { managed: this.#managed } : {}),
    }
    const held = [
      [...folder.unconfirmed],
      [...folder.own],
      acceptDamagedSettings,
      this.#salvage !== undefined,
      this.#start.policy?.openedAt,
    ]
    const key = JSON.stringify([places, held, folder.warnings, bare, allowedTools, disallowedTools, askTools])
    const known = this.#gathered.get(key)
    if (known && performance.now() - known.at < FRESH_MS && isCurrent(known.gathered)) return known.gathered
    const found = gatherSettings(overrides, at, { folder, places })
    const gathered = known && isSame(known.gathered, found) ? known.gathered : found
    this.#gathered.set(key, { gathered, at: performance.now() })
    return gathered
  }

  /** Before somebody goes on with damaged settings files: what can be found of their rules counts. */
  async prepareSalvage(): Promise<void> {
    this.#salvage ??= (await import('../features/settings/salvage-rules.ts')).salvageRules
  }

  /** Loaded with the first watch: nothing on the way to a first request needs it. */
  async watch(options: WatchOptions): Promise<Disposable> {
    this.#watch ??= import('./settings/shared-watch.ts').then(
      ({ SharedWatch }) =>
        new SharedWatch(() => {
          this.#watch = undefined
        }),
    )
    const watch = (await this.#watch).add(options)
    const onPolicy = (file: string): void => options.onChange([file])
    this.#policyListeners.add(onPolicy)
    if (!this.#policyWatch) this.#followPolicy()
    return {
      [Symbol.dispose]: () => {
        watch[Symbol.dispose]()
        this.#policyListeners.delete(onPolicy)
        if (this.#policyListeners.size === 0) this.#followPolicy()
      },
    }
  }

  /** Whether commands can be held here; tried once. */
  probe(place: Parameters<typeof probeSandboxAt>[0]): Promise<Availability> {
    const key = JSON.stringify([
      place.platform,
      place.env['PATH'],
      place.roots,
      place.acceptNested,
      place.bwrapPath,
    ])
    const known = this.#probes.get(key) ?? probeSandboxAt(place)
    this.#probes.set(key, known)
    return known
  }

  [Symbol.dispose](): void {
    void this.#watch?.then(watch => watch[Symbol.dispose]())
    this.#gathered.clear()
  }
}

const isCurrent = ({ texts }: Gathered): boolean =>
  [...texts].every(([file, text]) => isDeepStrictEqual(readBounded(file), text))

/** Where the files are is part of the key, and holds a function: only what they say is compared. */
const isSame = ({ places: _, ...one }: Gathered, { places: __, ...other }: Gathered): boolean =>
  isDeepStrictEqual(one, other)
