import { randomUUID } from 'node:crypto'
import { PluginError } from '../../features/plugins/plugin-error.ts'
import type { JsoncEdit } from '../../features/settings/edit-jsonc.ts'
import { settingsContent } from '../../features/settings/file-content.ts'
import { SettingsWriteError, writeSettings } from '../../features/settings/write.ts'
import { approve } from '../../features/trust/approvals.ts'
import { changeState } from '../../features/trust/state-file.ts'
import { settingsFileOf } from '../settings/settings-file-of.ts'
import { type DeskOptions, gatherNow, type PluginScope } from './desk-options.ts'
import { pluginApproval } from './find-plugins.ts'

const DESTINATIONS = { user: 'userSettings', project: 'projectSettings', local: 'localSettings' } as const

const fileOf = (options: DeskOptions, scope: PluginScope): string => {
  const { localDir } = gatherNow(options).places
  return settingsFileOf({ ...options.start, localDir })(DESTINATIONS[scope]) ?? ''
}

/** Writes one value below a key of settings, or takes it away. Throws PluginError. Answers the file. */
export const changeSetting = async (
  options: DeskOptions,
  scope: PluginScope,
  { path, value }: { readonly path: readonly string[]; readonly value?: JsonValue },
): Promise<string> => {
  const file = fileOf(options, scope)
  const edit: JsoncEdit =
    value === undefined ? { kind: 'unset', path: [...path] } : { kind: 'set', path: [...path], value }
  try {
    await writeSettings({ file, scope }, [edit], { newId: randomUUID, now: Date.now })
  } catch (error) {
    if (error instanceof SettingsWriteError) throw new PluginError('failed', error.localized)
    throw error
  }
  return file
}

type JsonValue = string | number | boolean | object

/** In which of our own files a plugin is named, the nearest first. */
export const scopesOf = (options: DeskOptions, id: string): readonly PluginScope[] =>
  (['local', 'project', 'user'] as const).filter(scope => {
    try {
      const content = settingsContent(fileOf(options, scope)) as { readonly enabledPlugins?: object }
      return Object.hasOwn(content.enabledPlugins ?? {}, id)
    } catch {
      // A file that cannot be read is said where settings are.
      return false
    }
  })

/** Enables or disables a plugin. Of a project's file, that is also the person's yes for this folder. */
export const enablePlugin = async (
  options: DeskOptions,
  { id, enabled, scope }: { readonly id: string; readonly enabled: boolean; readonly scope: PluginScope },
): Promise<string> => {
  const file = await changeSetting(options, scope, { path: ['enabledPlugins', id], value: enabled })
  if (scope === 'project' && enabled) await approveProposal(options, id)
  return file
}

export const approveProposal = async (options: DeskOptions, id: string): Promise<void> => {
  const { plugins, trustRoot } = gatherNow(options)
  const wanted = pluginApproval(id, plugins)
  await changeState(options.start.configHome, state => approve(state, trustRoot, wanted), {
    newId: randomUUID,
    now: Date.now,
  })
}
