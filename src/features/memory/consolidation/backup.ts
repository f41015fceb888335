import { copyFileSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { makeDirectories } from '../../../lib/make-directories.ts'
import type { MemoryDirectory } from '../memory-directory.ts'
import { INDEX_NAME } from '../memory-file.ts'

const KEPT = 3

/** Copies all memories and the index aside, where no session reads them; only the last few copies stay. */
export const backUp = (directory: MemoryDirectory, now: Date): string => {
  const all = join(directory.path, '.backup')
  const target = join(all, now.toISOString().replace(/[:.]/g, '-'))
  makeDirectories(target, 0o700)
  const index = directory.index() === undefined ? [] : [INDEX_NAME]
  for (const file of [...directory.names(), ...index])
    copyFileSync(join(directory.path, file), join(target, file))
  const old = readdirSync(all).sort().slice(0, -KEPT)
  for (const name of old) rmSync(join(all, name), { recursive: true, force: true })
  return target
}
