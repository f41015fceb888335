import type { Env, Overrides } from '../../protocol/host.ts'
import type { Start } from '../start.ts'
import type { PluginSettings } from './plugin-settings.ts'
import type { SkillFolders } from './skill-folders.ts'

export type PluginOverrides = Pick<Overrides, 'pluginDir' | 'pluginDirNoMcp' | 'pluginUrl' | 'bare'>

/** What says which plugins a session has. */
export interface PluginsFrom {
  readonly settings: PluginSettings
  readonly overrides: PluginOverrides
  readonly start: Start
  readonly env: Env
  readonly trustRoot: string
  readonly folders: SkillFolders
}
