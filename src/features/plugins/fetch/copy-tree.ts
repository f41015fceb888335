import { chmodSync, copyFileSync, lstatSync, mkdirSync, readdirSync, realpathSync, statSync } from 'node:fs'
import { join, sep } from 'node:path'
import { pluginText } from '../../../protocol/messages/host/plugins.ts'
import { PluginError } from '../plugin-error.ts'
import { createTally, LIMITS } from './unpacked.ts'

/** What belongs to whoever works on the plugin. */
const LEFT_OUT: readonly string[] = ['.git', '.DS_Store']

/** Copies a directory that somebody else made: links within it become what they lead to, others are refused. */
export const copyTree = (from: string, to: string): void => {
  const root = realpathSync.native(from)
  const tally = createTally()
  const isWithin = (path: string): boolean => path === root || path.startsWith(`${root}${sep}`)
  const visit = (source: string, target: string, depth: number): void => {
    if (depth > LIMITS.depth)
      throw new PluginError('refused', pluginText('nested_too_deeply', { path: source }))
    mkdirSync(target, { recursive: true, mode: 0o700 })
    for (const name of readdirSync(source)) {
      if (LEFT_OUT.includes(name)) continue
      const path = join(source, name)
      const real = lstatSync(path).isSymbolicLink() ? realOf(path) : path
      if (!isWithin(real)) throw new PluginError('refused', pluginText('link_out', { path }))
      const stats = statSync(real)
      if (stats.isDirectory()) visit(real, join(target, name), depth + 1)
      else if (stats.isFile()) {
        tally.add(stats.size)
        copyFileSync(real, join(target, name))
        chmodSync(join(target, name), (stats.mode & 0o111) === 0 ? 0o600 : 0o700)
      }
    }
  }
  visit(root, to, 0)
}

const realOf = (path: string): string => {
  try {
    return realpathSync.native(path)
  } catch {
    // It leads nowhere, so certainly not within.
    return '/'
  }
}
