import { realpathSync, rmdirSync, rmSync, writeSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { errorText } from '../../lib/error-text.ts'
import { GroupGuard } from '../../lib/process/group-guard.ts'
import { bridge } from './bridge.ts'
import { serveThere } from './serve-there.ts'

/** Below the home directory of whoever logs in; all that is there goes with the last session. */
const BASE = '.capstan-remote'
const ID = /^[0-9a-f]{16}$/

/**
 * The program on the other machine. `connect <id>` carries lines between a link and the agent of that session, which it
 * starts if none runs; `serve <id>` is that agent. `self` starts this program, up to its arguments.
 */
export const runRemoteAgent = async (
  [verb, id = '']: readonly string[],
  self: readonly string[],
): Promise<number> => {
  const base = join(homedir(), BASE)
  if (!ID.test(id)) return 2
  const directory = join(base, `run-${id}`)
  if (verb === 'connect') return await bridge(directory, [...self, 'serve', id])
  if (verb !== 'serve') return 2
  const guard = new GroupGuard({ id: `r${process.pid}x${process.hrtime.bigint().toString(36)}` })
  try {
    const { keeps } = await serveThere(directory)
    if (!keeps) removeProgram(base, self)
    return 0
  } catch (error) {
    // Whoever started it waits for a word.
    writeSync(3, `${errorText(error)}\n`)
    return 1
  } finally {
    guard.release()
  }
}
/** Only a copy of ours, below the directory of ours, and only what is empty beside it. */
const removeProgram = (base: string, self: readonly string[]): void => {
  const program = [...self].reverse().find(word => word.startsWith(`${base}/`) || isBelow(word, base))
  try {
    if (program !== undefined && /^[0-9a-f]{64}$/.test(basename(dirname(program))))
      rmSync(dirname(program), { recursive: true, force: true })
    rmdirSync(base)
  } catch {
    // Another session still uses it.
  }
}

const isBelow = (path: string, base: string): boolean => {
  try {
    return realpathSync(path).startsWith(`${realpathSync(base)}/`)
  } catch {
    return false
  }
}
