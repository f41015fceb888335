import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const NAME = 'capstan-tests-'

/**
 * Everything the tests leave in the temporary directory goes with the run. Where it may be mounted (by root, on Linux) it
 * lies in memory: tests make and remove thousands of small directories, and wait for a disk longer than they compute.
 */
export const setup = (): (() => void) => {
  for (const name of readdirSync(tmpdir())) if (name.startsWith(NAME)) unmountLeft(join(tmpdir(), name))
  const dir = mkdtempSync(join(tmpdir(), NAME))
  const inMemory = mount(dir)
  process.env['TMPDIR'] = dir
  let isOver = false
  const end = (): void => {
    if (isOver) return
    isOver = true
    if (inMemory) unmount(dir)
    rmSync(dir, { recursive: true, force: true, maxRetries: 3 })
  }
  // A run that is interrupted may not come to its end.
  if (inMemory) process.once('exit', end)
  return end
}

/** Whose mount it is: one that was killed could not take it away. */
const OWNER = '.owner'

const succeeds = (command: string, ...args: readonly string[]): boolean =>
  spawnSync(command, args, { stdio: 'ignore' }).status === 0

const mount = (dir: string): boolean => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false
  const options = 'size=50%,nr_inodes=0,mode=0700'
  if (!succeeds('/bin/mount', '-t', 'tmpfs', '-o', options, NAME, dir)) return false
  writeFileSync(join(dir, OWNER), String(process.pid))
  return true
}

/** Also where a process of a test that failed still has something open. */
const unmount = (dir: string): boolean => succeeds('/bin/umount', '--lazy', dir)

const unmountLeft = (dir: string): void => {
  try {
    process.kill(Number(readFileSync(join(dir, OWNER), 'utf8')), 0)
  } catch (error) {
    // Nobody is there: either no mount, or of a run that is over.
    if ((error as NodeJS.ErrnoException).code === 'ESRCH' && unmount(dir))
      rmSync(dir, { recursive: true, force: true })
  }
}
