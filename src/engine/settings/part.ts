import type { Event } from '../../protocol/event.ts'
import type { ExtensionRoots } from '../../protocol/extensions/roots.ts'
import type { HookSettings } from '../../protocol/hook.ts'
import { settingsText } from '../../protocol/messages/engine/settings-changes.ts'
import { sentences } from '../../protocol/messages/layout.ts'
import { notice } from '../../protocol/messages/notice.ts'
import { OpError } from '../../protocol/op.ts'
import type { Settings } from '../../protocol/settings.ts'
import { applyGrants, checkByHand, isNoMode } from '../calls/grants.ts'
import type { PermissionDesk } from '../calls/permission-desk.ts'
import { createCommandSettings } from '../calls/settings-access.ts'
import type { Hooks } from '../hooks/part.ts'
import type { Live } from '../live/state.ts'
import type { Runtime } from '../options/runtime.ts'
import type { SessionEnvironment } from '../options/session-environment.ts'
import type { SettingsPort } from '../options/settings-port.ts'
import type { PermissionChoice } from '../permissions/options.ts'
import type { Part } from '../scope.ts'
import type { SessionSettings, SettingsDeps } from './settings.ts'
import { WatchedSettings } from './watched-settings.ts'

interface SettingsOptions {
  readonly config: {
    readonly place: SessionEnvironment
    readonly permissions: PermissionChoice
    readonly hooks: HookSettings
    readonly wake?: boolean
    readonly settings?: SettingsPort
    readonly extensions?: Pick<ExtensionRoots, 'endDisabled'>
    readonly runtime: Runtime
  }
  readonly live: Live
  readonly hooks: Pick<Hooks, 'fire' | 'list'>
  readonly desk: PermissionDesk
  emit(event: Event): void
}

export interface SettingsPart extends Part, Pick<SessionSettings, 'grant' | 'current'> {}

/** The settings of a session, with its hooks and its questions. */
export const createSettings = (options: SettingsOptions): SettingsPart => {
  const settings = openSettings(options)
  const { signal } = new AbortController()
  // A person sees at once what a changed file does; a program is not kept from its first words.
  if (options.config.wake) settings.start()
  return {
    grant: updates => settings.grant(updates),
    current: () => settings.current(),
    requesting: () => settings.start(),
    ops: {
      apply_settings: ({ settings: given }) => settings.apply(given),
      write_setting: async ({ key, value, scope }) =>
        void (await createCommandSettings(options.config).write(key, value, scope)),
      async update_permissions({ updates }) {
        const before = new Set(options.live.roots)
        await settings.change(updates)
        for (const directory of options.live.roots)
          if (!before.has(directory))
            await options.hooks.fire('DirectoryAdded', { directory, source: 'slash_command' }, signal)
      },
    },
    answers: {
      settings: () => ({
        effective: effectiveOf(options.config.settings),
        sources: options.config.settings?.layers?.() ?? [],
      }),
      hooks: async () => await options.hooks.list(options.config.settings),
    },
    commandHost: () => ({
      settings: createCommandSettings(options.config),
      hooks: async () => await options.hooks.list(options.config.settings),
      async setUpCloud(cloud, words) {
        const { setUpCloud } = await import('./set-up-cloud.ts')
        return await setUpCloud(options.config, cloud, words)
      },
    }),
    async [Symbol.asyncDispose]() {
      await settings[Symbol.asyncDispose]()
    },
  }
}

/** All that counts now, read once more: what a program has changed is part of it. */
const effectiveOf = (port: SettingsPort | undefined): Settings =>
  port?.gather(file => port.texts.get(file) ?? { kind: 'absent' }).settings ?? {}

const openSettings = ({ config, live, hooks, desk, emit }: SettingsOptions): SessionSettings => {
  if (!config.settings) return passing({ config, live, emit })
  // Whether a settings file that changed may count.
  const configChange: SettingsDeps['configChange'] = ({ source, file }, signal) =>
    hooks.fire('ConfigChange', { source, file_path: file }, signal)
  const changed = (): void => void config.extensions?.endDisabled?.()
  return new WatchedSettings({ config, live, desk, emit, configChange, changed }, config.settings)
}

const NO_SETTINGS: Settings = {}

/** Without files, every answer lasts as long as the session. */
const passing = ({ config, live, emit }: Pick<SettingsDeps, 'config' | 'live' | 'emit'>): SessionSettings => {
  const place = { anchorOf: () => config.place.cwd, managedOnly: false }
  return {
    start: () => undefined,
    current: () => NO_SETTINGS,
    grant(updates) {
      const forNow = updates.map(update => ({ ...update, destination: 'session' as const }))
      for (const text of applyGrants(live, forNow, place)) emit(notice('warning', text))
    },
    async change(updates) {
      const forNow = updates.map(update => ({ ...update, destination: 'session' as const }))
      checkByHand(forNow, live, place)
      const problems = applyGrants(live, forNow.filter(isNoMode), place)
      for (const update of forNow) if (update.type === 'setMode') live.mode = update.mode
      if (problems.length > 0) throw new OpError(sentences(problems))
    },
    async apply() {
      throw new OpError(settingsText('none'))
    },
    [Symbol.asyncDispose]: async () => undefined,
  }
}
