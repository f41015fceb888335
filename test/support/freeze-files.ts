import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

/** Calls that change something on a disk. */
const CHANGES = [
  ...['chmodSync', 'copyFileSync', 'fchmodSync', 'lchownSync', 'linkSync', 'lutimesSync', 'mkdirSync'],
  ...['renameSync', 'rmSync', 'rmdirSync', 'symlinkSync', 'unlinkSync', 'writeSync'],
] as const

class FrozenError extends Error {
  override readonly name = 'FrozenError'
}

/**
 * As if this program were killed after so many changes of the disk: none of those that come after is made. Answers whether
 * it got so far. With `kill` it really is.
 */
export const freezeAfter = (changes: number, act: () => void, kill = false): boolean => {
  const usual: Record<string, unknown> = {}
  const files = fs as unknown as Record<string, (...words: readonly unknown[]) => unknown>
  let left = changes
  let frozen = false
  for (const name of CHANGES) {
    const real = files[name] as (...words: readonly unknown[]) => unknown
    usual[name] = real
    files[name] = (...words) => {
      if (left === 0) {
        if (kill) process.kill(process.pid, 'SIGKILL')
        frozen = true
        throw new FrozenError(`${name} after the end`)
      }
      left -= 1
      return real(...words)
    }
  }
  syncBuiltinESMExports()
  try {
    act()
  } catch (error) {
    if (!(error instanceof FrozenError)) throw error
  } finally {
    Object.assign(fs, usual)
    syncBuiltinESMExports()
  }
  return frozen
}
