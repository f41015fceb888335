import { join } from 'node:path'

/** Where plugins are kept in the config home. */
export const storePaths = (configHome: string) => {
  const root = join(configHome, 'plugins')
  return {
    root,
    installed: join(root, 'installed.json'),
    marketplaces: join(root, 'marketplaces.json'),
    /** Each version of each plugin, by what it holds. */
    cache: join(root, 'cache'),
    /** Servers of plugins that come as archives, unpacked, by what they hold. */
    bundles: join(root, 'bundles'),
    /** Copies of marketplaces. */
    catalogues: join(root, 'marketplaces'),
    /** What a plugin keeps for itself; it stays when the plugin is updated. */
    data: (id: string): string => join(root, 'data', fileName(id)),
    secrets: join(configHome, 'plugin-credentials.json'),
  }
}

/** As a name of a file. */
export const fileName = (id: string): string => id.replace(/[^A-Za-z0-9._-]/g, '-')

export interface PluginId {
  readonly name: string
  readonly marketplace?: string
}

export const parseId = (id: string): PluginId => {
  const [name = '', marketplace] = id.split('@', 2)
  return { name, ...(marketplace ? { marketplace } : {}) }
}
