import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

/** What changes what is on the disk, as far as the code under test does it; an empty directory more says nothing. */
const CHANGES = [
  'renameSync',
  'rmSync',
  'mkdtempSync',
  'writeFileSync',
  'writeSync',
  'copyFileSync',
  'linkSync',
  'unlinkSync',
] as const

class Killed extends Error {
  override readonly name = 'Killed'
}

/**
 * Runs `work` until it has changed the disk `changes` times; from then on the disk stays as it is, whatever is tried,
 * as if the program had been killed there. True: it came to its end.
 */
export const killedAfter = async (changes: number, work: () => unknown): Promise<boolean> => {
  let left = changes
  let dead = false
  const table = fs as unknown as Record<string, (...args: unknown[]) => unknown>
  const real = Object.fromEntries(CHANGES.map(name => [name, table[name]]))
  for (const name of CHANGES)
    table[name] = (...args) => {
      if (left-- <= 0) {
        dead = true
        throw new Killed()
      }
      return real[name]?.(...args)
    }
  syncBuiltinESMExports()
  try {
    await work()
  } catch (error) {
    if (!dead) throw error
  } finally {
    Object.assign(table, real)
    syncBuiltinESMExports()
  }
  return !dead
}
