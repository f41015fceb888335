import { readFileSync } from 'node:fs'
import { isWsl } from '../host/environment.ts'
import { fromWindows, mountsIn, windowsPathOf } from '../lib/windows-path.ts'
import type { Env } from '../protocol/host.ts'

/**
 * What turns a path as somebody on this machine writes it into one that opens here: in WSL, editors and terminals of
 * Windows bring `C:\x`. What needs no change, or has no name here, stays as it is.
 */
export const localPaths = (
  env: Env,
  read: (file: string) => string = readText,
): ((path: string) => string) => {
  const distro = env['WSL_DISTRO_NAME']
  if (!distro) return path => path
  let mounts: string | undefined
  return path => {
    mounts ??= mountsIn(read(CONFIGURATION))
    return fromWindows(windowsPathOf(path) ?? path, { distro, mounts }) ?? path
  }
}

const CONFIGURATION = '/etc/wsl.conf'

/** Whether files there are those of Windows: every look at one goes out of the Linux in WSL. */
export const isOnWindowsDrive = (
  path: string,
  env: Env,
  read: (file: string) => string = readText,
): boolean => {
  if (!isWsl(env)) return false
  const mounts = mountsIn(read(CONFIGURATION))
  return path.startsWith(mounts) && /^[a-z](?:\/|$)/.test(path.slice(mounts.length))
}

const readText = (file: string): string => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    // Most have none: everything is where it usually is.
    return ''
  }
}
