import { lstatSync, type Stats } from 'node:fs'
import { normalize } from 'node:path'
import { type KnownDirectories, type ResolvedPath, resolveReal } from '../../../lib/paths.ts'
import type { LocalizedText } from '../../../protocol/messages/localized-text.ts'
import { permissionText } from '../../../protocol/messages/permissions/permissions.ts'

export type PathFacts =
  | {
      readonly ok: true
      /** The given name, every link on the way and the real name. */
      readonly names: readonly string[]
      readonly real: string
      readonly kind: 'file' | 'directory' | 'other' | 'none'
      /** Hard links to the file. */
      readonly links: number
      /** Which file it is, whatever its name; for files with several names. */
      readonly inode?: string
      /** Why it is not certain which file is meant: asks, whatever is allowed. */
      readonly doubt?: LocalizedText
      /** Lies in the directory in which this program keeps its settings, or is that directory. */
      readonly inConfigHome?: true
      /** That directory lies somewhere in it. */
      readonly holdsConfigHome?: true
      /** Settings in force make something run it: who, as part of a sentence. */
      readonly runBy?: LocalizedText
      /** The same of something that lies in it. */
      readonly holdsRunBy?: LocalizedText
    }
  | { readonly ok: false; readonly why: LocalizedText }

const kindOf = (stat: Stats | undefined): 'file' | 'directory' | 'other' | 'none' =>
  stat === undefined ? 'none' : stat.isFile() ? 'file' : stat.isDirectory() ? 'directory' : 'other'

export const lookUp = (path: string, known?: KnownDirectories): PathFacts => {
  const resolved = resolveReal(path, known)
  if (!resolved.ok) return { ok: false, why: whyUnresolved(resolved) }
  const stat = resolved.exists ? lstatSync(resolved.real, { throwIfNoEntry: false }) : undefined
  return {
    ok: true,
    names: resolved.hops,
    real: resolved.real,
    kind: kindOf(stat),
    links: stat?.nlink ?? 0,
    ...(stat?.isFile() && stat.nlink > 1 ? { inode: inodeOf(stat) } : {}),
  }
}

const whyUnresolved = ({ problem, code = '' }: Extract<ResolvedPath, { ok: false }>): LocalizedText =>
  problem === 'unresolvable'
    ? permissionText('path_unresolvable', { code })
    : permissionText(`path_${problem}`)

export const inodeOf = ({ dev, ino }: Stats): string => `${dev}:${ino}`

/**
 * A path from a tool's input. Behind a link, or behind a name that does not exist, `..` leads a program that takes it
 * back by name elsewhere than the kernel: both files count then, and neither is approved.
 */
export const lookUpGiven = (path: string): PathFacts => {
  const found = lookUp(path)
  if (!path.split('/').includes('..')) return found
  const byName = lookUp(normalize(path))
  if (!byName.ok || (found.ok && found.real === byName.real)) return found
  const names = found.ok ? [...new Set([...found.names, ...byName.names])] : byName.names
  const doubt = permissionText('depends_on_opener', { path })
  return { ...(found.ok ? found : byName), names, doubt }
}
