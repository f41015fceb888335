import { readFileSync } from 'node:fs'
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
    mounts ??= mountsIn(read('/etc/wsl.conf'))
    return fromWindows(windowsPathOf(path) ?? path, { distro, mounts }) ?? path
  }
}

const readText = (file: string): string => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    // Most have none: everything is where it usually is.
    return ''
  }
}
