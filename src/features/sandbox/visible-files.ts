import { statSync } from 'node:fs'
import { resolve, sep } from 'node:path'
import { findProgram } from '../../lib/find-program.ts'
import type { ProgramStart } from '../../lib/git/start-git.ts'
import { isInside, resolveReal } from '../../lib/paths.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import { sandboxSettingText } from '../../protocol/messages/permissions/sandbox-settings.ts'
import type { Mount } from './mounts.ts'
import type { Found } from './plan.ts'

/** A path that cannot be resolved is as good as missing: nothing can be mounted there, and nobody inside gets further. */
export const look = (path: string): Found => {
  const missing = { real: path, kind: 'missing' } as const
  try {
    const stat = statSync(path, { throwIfNoEntry: false })
    const resolved = stat && resolveReal(path)
    if (!stat || !resolved?.ok) return missing
    return { real: resolved.real, kind: stat.isDirectory() ? 'directory' : 'file' }
  } catch {
    return missing
  }
}

/** Why a server can't start behind these mounts, and what to do; undefined: its program and its script are visible. */
export const whyInvisible = (start: ProgramStart, mounts: readonly Mount[]): LocalizedText | undefined => {
  for (const path of filesOf(start)) {
    const kind = mountAbove(path, mounts)
    if (kind === 'tmp') return sandboxSettingText('server_temporary', { path })
    if (kind === 'hide') return sandboxSettingText('server_hidden', { path })
  }
  return undefined
}

/** The program, and the script it is given first. Later arguments may name what the server can do without. */
const filesOf = ({ file, args, cwd, env }: ProgramStart): readonly string[] => {
  const program = file.includes(sep) ? resolve(cwd, file) : findProgram(file, env['PATH'] ?? '')
  const script = args.find(arg => !arg.startsWith('-'))
  const named = [program, script === undefined ? undefined : resolve(cwd, script)]
  return named.flatMap(path => (path !== undefined && look(path).kind === 'file' ? [path] : []))
}

/** Of the innermost: it lies over the others. */
const mountAbove = (path: string, mounts: readonly Mount[]): Mount['kind'] | undefined => {
  const { real } = look(path)
  return mounts.findLast(mount => isInside(real, mount.path, { caseSensitive: true }))?.kind
}
