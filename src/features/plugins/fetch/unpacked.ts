import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pluginText } from '../../../protocol/messages/host/plugins.ts'
import { PluginError } from '../plugin-error.ts'

/** A file of an archive. */
export interface Packed {
  /** With slashes, as the archive has it. */
  readonly path: string
  readonly data: Uint8Array
  readonly executable: boolean
}

export interface PluginLimits {
  readonly packedBytes: number
  readonly bytes: number
  readonly files: number
  readonly depth: number
}

/** What a plugin may weigh, whichever way it comes. */
export const LIMITS: PluginLimits = {
  packedBytes: 100 * 1024 * 1024,
  bytes: 300 * 1024 * 1024,
  files: 20_000,
  depth: 32,
}

export const tooMuch = (what: 'archive_too_large' | 'too_large' | 'too_many_files'): PluginError =>
  new PluginError('refused', pluginText(what, { files: LIMITS.files, size: LIMITS.bytes / 1024 / 1024 }))

/** Counts what is unpacked, and stops at the limits. */
export const createTally = (limits = LIMITS): { add(bytes: number): void; left(): number } => {
  let files = 0
  let bytes = 0
  return {
    add(more) {
      files += 1
      bytes += more
      if (files > limits.files) throw tooMuch('too_many_files')
      if (bytes > limits.bytes) throw tooMuch('too_large')
    },
    left: () => limits.bytes - bytes,
  }
}

/** The parts of a path that stays below where it begins; throws for any other. */
const safeParts = (path: string): readonly string[] => {
  const parts = path.split('/').filter(part => part !== '' && part !== '.')
  const bad = path.startsWith('/') || /^[A-Za-z]:/.test(path) || /[\\\0]/.test(path) || parts.includes('..')
  if (bad || parts.length > LIMITS.depth || parts.some(part => part.length > 255))
    throw new PluginError('refused', pluginText('path_out', { path: JSON.stringify(path.slice(0, 200)) }))
  return parts
}

/** Writes files below a fresh directory; a folder around everything is left out. */
export const writePacked = (files: readonly Packed[], target: string): void => {
  const paths = files.map(({ path }) => safeParts(path))
  const strip = hasOneFolder(paths) ? 1 : 0
  // On a file system that does not tell cases apart one of the two would vanish.
  const seen = new Set<string>()
  for (const [at, { data, executable }] of files.entries()) {
    const parts = (paths[at] ?? []).slice(strip)
    if (parts.length === 0) continue
    const key = parts.join('/').toLowerCase()
    if (seen.has(key)) throw new PluginError('refused', pluginText('path_twice', { path: parts.join('/') }))
    seen.add(key)
    const file = join(target, ...parts)
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    writeFileSync(file, data, { flag: 'wx', mode: executable ? 0o700 : 0o600 })
  }
}

/** Archives of repositories and packages have one around everything. */
const hasOneFolder = (paths: readonly (readonly string[])[]): boolean => {
  const [first] = paths
  const folder = first?.[0]
  if (folder === undefined || folder.startsWith('.')) return false
  return paths.every(parts => parts[0] === folder && parts.length > 1) && !PARTS.includes(folder)
}

const PARTS: readonly string[] = ['skills', 'commands', 'agents', 'hooks', 'output-styles', 'bin', 'themes']
