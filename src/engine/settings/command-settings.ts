import type { CommandSettings } from '../../protocol/command.ts'
import { OpError } from '../../protocol/op.ts'
import type { PermissionDestination } from '../../protocol/permission.ts'
import type { Runtime } from '../options/runtime.ts'
import type { SettingsPort } from './settings-port.ts'

const DESTINATIONS: Readonly<Record<'user' | 'project' | 'local', PermissionDestination>> = {
  user: 'userSettings',
  project: 'projectSettings',
  local: 'localSettings',
}

export const createCommandSettings = (config: {
  readonly settings?: SettingsPort
  readonly runtime: Runtime
}): CommandSettings => ({
  list: () => flat(config.settings?.initial.settings ?? {}, ''),
  async about(key) {
    const { describeSetting } = await import('../../features/settings/judge-setting.ts')
    const described = describeSetting(key)
    if ('refused' in described) throw new OpError(described.refused)
    return described
  },
  async write(key, value, scope) {
    const target = config.settings?.targetOf(DESTINATIONS[scope])
    if (!target) throw new OpError('This session has no settings files.')
    const [{ judgeSetting }, { SettingsWriteError, writeSettings }] = await Promise.all([
      import('../../features/settings/judge-setting.ts'),
      import('../../features/settings/write.ts'),
    ])
    const judged = judgeSetting(key, value, scope)
    if ('refused' in judged) throw new OpError(judged.refused)
    const lock = { newId: config.runtime.newId, now: () => config.runtime.now().getTime() }
    try {
      const { before, after } = await writeSettings(
        target,
        [{ kind: 'set', path: key.split('.'), value }],
        lock,
      )
      const { file, scope: of } = target
      config.settings?.writes?.note(file, { before, after })
      const memory = of === 'user' ? undefined : config.settings?.memory
      // With a change of somebody else's among it, that one has to be asked about.
      if (memory?.knows({ file, text: before })) await memory.confirm([{ file, text: after }])
      return { file, counts: judged.counts }
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
