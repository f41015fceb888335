import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { unpackArchive } from '../../features/plugins/fetch/unpack-archive.ts'
import { readPlugin } from '../../features/plugins/format/read-plugin.ts'
import { PluginError } from '../../features/plugins/plugin-error.ts'
import { storePaths } from '../../features/plugins/store/store-paths.ts'
import { expandHome } from '../../lib/paths.ts'
import { pluginText } from '../../protocol/messages/host/plugins.ts'
import type { Text } from '../../protocol/messages/localized-text.ts'
import { download } from './download.ts'
import type { PluginsFrom } from './plugins-from.ts'

type Say = (name: string, message: Text, file?: string) => void

/** Plugins that the command line names: directories, archives, addresses of archives. */
export const openNamed = async (from: PluginsFrom, say: Say) => {
  const { overrides, start, env } = from
  const paths = [
    ...(overrides.pluginDir ?? []).map(path => ({ path, withoutServers: false })),
    ...(overrides.pluginDirNoMcp ?? []).map(path => ({ path, withoutServers: true })),
  ]
  const opened: { id: string; read: ReturnType<typeof readPlugin>; withoutServers: boolean }[] = []
  const attempt = async (
    what: string,
    open: () => Promise<string>,
    withoutServers: boolean,
  ): Promise<void> => {
    try {
      const root = await open()
      const read = readPlugin(root)
      opened.push({ id: read.kind === 'plugin' ? read.plugin.name : what, read, withoutServers })
    } catch (error) {
      if (!(error instanceof PluginError)) throw error
      say(what, error.localized)
    }
  }
  for (const { path, withoutServers } of paths) {
    const file = resolve(start.cwd, expandHome(path, start.home))
    await attempt(path, async () => openPath(file, start.configHome), withoutServers)
  }
  for (const url of overrides.pluginUrl ?? [])
    await attempt(url, async () => unpacked(await download(url, env), start.configHome), false)
  return opened
}

const openPath = (file: string, configHome: string): string => {
  const stats = statSync(file, { throwIfNoEntry: false })
  if (!stats) throw new PluginError('unknown', pluginText('absent_plugin_dir', { file }))
  return stats.isDirectory() ? file : unpacked(readFileSync(file), configHome)
}

/** By what it holds: the same archive is unpacked once. */
const unpacked = (archive: Uint8Array, configHome: string): string => {
  const sha256 = createHash('sha256').update(archive).digest('hex')
  const target = join(storePaths(configHome).cache, 'session', sha256)
  if (existsSync(target)) return target
  const fresh = `${target}.${process.pid}`
  mkdirSync(fresh, { recursive: true, mode: 0o700 })
  try {
    unpackArchive(archive, fresh)
    renameSync(fresh, target)
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
  return target
}
