import type { CommandSettings } from '../../protocol/command.ts'
import { settingsText } from '../../protocol/messages/engine/settings-changes.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import { OpError } from '../../protocol/op.ts'
import type { PermissionDestination } from '../../protocol/permission.ts'
import type { ListedSetting } from '../../protocol/settings-access.ts'
import type { Runtime } from '../options/runtime.ts'
import type { SettingsPort } from '../options/settings-port.ts'

const DESTINATIONS: Readonly<Record<'user' | 'project' | 'local', PermissionDestination>> = {
  user: 'userSettings',
  project: 'projectSettings',
  local: 'localSettings',
}

export const createCommandSettings = (config: {
  readonly settings?: SettingsPort
  readonly runtime: Runtime
  readonly withoutEffect?: CommandSettings['withoutEffect']
}): CommandSettings => ({
  list: async () => listSettings(config),
  ...(config.withoutEffect ? { withoutEffect: config.withoutEffect } : {}),
  async about(key) {
    const { describeSetting } = await import('../../features/settings/judge-setting.ts')
    const described = describeSetting(key)
    if ('refused' in described) throw await refusal(key, described.refused)
    return described
  },
  async write(key, value, scope) {
    const { judgeSetting } = await import('../../features/settings/judge-setting.ts')
    const judged = judgeSetting(key, value, scope)
    if ('refused' in judged) throw await refusal(key, judged.refused)
    return { file: await writeSetting(config, { path: key.split('.'), value, scope }), counts: judged.counts }
  },
  remove: async (key, scope) => await writeSetting(config, { path: key.split('.'), scope }),
})

/** With the reason, where another program has the setting. */
const refusal = async (key: string, refused: LocalizedText): Promise<OpError> => {
  const [{ whySettingAbsent }, { settingsWriteText }] = await Promise.all([
    import('../../features/compatibility/why-absent.ts'),
    import('../../protocol/messages/host/settings-writes.ts'),
  ])
  const why = whySettingAbsent(key)
  return new OpError(why === undefined ? refused : settingsWriteText('absent', { key, why }))
}

/** What counts now, objects taken apart, with all values: for the person and for the program itself. */
export const listSettings = (config: {
  readonly settings?: Pick<SettingsPort, 'initial'>
}): readonly { readonly key: string; readonly value: unknown }[] =>
  flat(config.settings?.initial.settings ?? {}, '')

/** The same without values that may hold a secret: for models, and for words that are not the owner's. */
export const listShownSettings = async (
  config: Parameters<typeof listSettings>[0],
): Promise<readonly ListedSetting[]> =>
  (await import('../../features/settings/shown-settings.ts')).shownSettings(listSettings(config))

type Config = { readonly settings?: SettingsPort; readonly runtime: Pick<Runtime, 'newId' | 'now'> }

interface WantedValue {
  readonly path: readonly string[]
  /** Absent: the key goes. */
  readonly value?: string | number | boolean | object
}

interface WantedFile {
  readonly scope: keyof typeof DESTINATIONS
  /** The person was shown it here and said yes: nobody asks again, and a local file that holds nothing else needs no trust for it. */
  readonly isAnswer?: boolean
}

/** Writes one value for the person, and answers where. Throws OpError. */
export const writeSetting = async (config: Config, wanted: WantedValue & WantedFile): Promise<string> =>
  await writeSettingsOf(config, [wanted], wanted)

/** Writes all of the values or none. */
export const writeSettingsOf = async (
  config: Config,
  values: readonly WantedValue[],
  wanted: WantedFile,
): Promise<string> => {
  const target = config.settings?.targetOf(DESTINATIONS[wanted.scope])
  if (!target) throw new OpError(settingsText('no_files'))
  const { SettingsWriteError, writeSettings } = await import('../../features/settings/write.ts')
  const lock = { newId: config.runtime.newId, now: () => config.runtime.now().getTime() }
  try {
    const edits = values.map(({ path, value }) =>
      value === undefined ? ({ kind: 'unset', path } as const) : ({ kind: 'set', path, value } as const),
    )
    const { before, after } = await writeSettings(target, edits, lock)
    const { file, scope: of } = target
    config.settings?.writes?.note(file, { before, after }, wanted)
    const memory = of === 'user' ? undefined : config.settings?.memory
    // With a change of somebody else's among it, that one has to be asked about.
    if (memory?.knows({ file, text: before }))
      await memory.confirm([{ file, text: after, ...(wanted.isAnswer && of === 'local' ? { before } : {}) }])
    return file
  } catch (error) {
    if (error instanceof SettingsWriteError) throw new OpError(error.localized)
    throw error
  }
}

const flat = (value: object, prefix: string): readonly { readonly key: string; readonly value: unknown }[] =>
  Object.entries(value).flatMap(([name, each]: [string, unknown]) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? flat(each, `${prefix}${name}.`)
      : [{ key: `${prefix}${name}`, value: each }],
  )
