import type { CommandSettings } from '../../protocol/command.ts'
import { OpError } from '../../protocol/op.ts'
import type { PermissionDestination } from '../../protocol/permission.ts'
import type { EngineConfig } from '../config.ts'

/** Decided with questions and rules of their own, or lists: not by a key and a value. */
const NOT_HERE: Readonly<Record<string, string>> = {
  permissions: 'Use /permissions and /add-dir.',
  hooks: 'Edit the settings file; it counts as soon as it is saved.',
  env: 'Edit the settings file; it counts as soon as it is saved.',
}

const DESTINATIONS: Readonly<Record<'user' | 'project' | 'local', PermissionDestination>> = {
  user: 'userSettings',
  project: 'projectSettings',
  local: 'localSettings',
}

export const createCommandSettings = (config: Pick<EngineConfig, 'settings' | 'means'>): CommandSettings => ({
  list: () => flat(config.settings?.initial.settings ?? {}, ''),
  async write(key, value, scope) {
    const path = key.split('.')
    const [top = ''] = path
    const target = config.settings?.targetOf(DESTINATIONS[scope])
    if (!target) throw new OpError('This session has no settings files.')
    if (NOT_HERE[top] !== undefined) throw new OpError(`"${top}" cannot be set here. ${NOT_HERE[top]}`)
    const [{ isKnownKey }, { checkSettings }, { SettingsWriteError, writeSettings }] = await Promise.all([
      import('../../features/settings/known-keys.ts'),
      import('../../features/settings/check-settings.ts'),
      import('../../features/settings/write.ts'),
    ])
    const whole = path.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value)
    const [complaint] = checkSettings(whole, []).complaints
    if (complaint) throw new OpError(`"${key}": ${complaint.message}.`)
    if (!isKnownKey(top)) throw new OpError(`There is no setting "${key}". /config lists those that are set.`)
    const lock = { newId: config.means.newId, now: () => config.means.now().getTime() }
    try {
      const { before, after } = await writeSettings(target, [{ kind: 'set', path, value }], lock)
      const { file, scope: of } = target
      const memory = of === 'user' ? undefined : config.settings?.memory
      // With a change of somebody else's among it, that one has to be asked about.
      if (memory?.knows({ file, text: before })) await memory.confirm([{ file, text: after }])
      return file
    } catch (error) {
      if (error instanceof SettingsWriteError) throw new OpError(error.message)
      throw error
    }
  },
})

const flat = (value: object, prefix: string): readonly { readonly key: string; readonly value: unknown }[] =>
  Object.entries(value).flatMap(([name, each]: [string, unknown]) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? flat(each, `${prefix}${name}.`)
      : [{ key: `${prefix}${name}`, value: each }],
  )
