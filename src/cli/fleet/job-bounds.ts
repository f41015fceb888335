import { spawnSync } from 'node:child_process'
import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What a job may take of this machine. */
export interface Bounds {
  readonly memoryMb: number
  readonly diskMb: number
}

export type Exceeded = 'memory' | 'disk'

const MEGABYTE = 1024 * 1024
const PAGE = 4096
const LOOK_MS = 2_000

/** Looks from time to time, and calls once when something is too much. Gives a function that ends it. */
export const watchBounds = (
  room: string,
  { memoryMb, diskMb }: Bounds,
  exceeded: (what: Exceeded) => void,
): (() => void) => {
  const before = memoryOf(process.pid)
  const timer = setInterval(() => {
    if (memoryOf(process.pid) - before > memoryMb * MEGABYTE) exceeded('memory')
    else if (!fitsIn(room, diskMb * MEGABYTE)) exceeded('disk')
  }, LOOK_MS)
  timer.unref()
  return () => clearInterval(timer)
}

interface Row {
  readonly pid: number
  readonly parent: number
  readonly bytes: number
}

/** Of a process and all that came of it. */
const memoryOf = (root: number): number => {
  const rows = process.platform === 'linux' ? linuxRows() : otherRows()
  const mine = new Set([root])
  let sum = 0
  // Children have higher numbers than their parents but for a wrap around: a second look finds those.
  for (let looked = 0; looked < 2; looked++)
    for (const { pid, parent } of rows) if (mine.has(parent)) mine.add(pid)
  for (const { pid, bytes } of rows) if (mine.has(pid)) sum += bytes
  return sum
}

const linuxRows = (): readonly Row[] =>
  readdirSync('/proc').flatMap(name => {
    if (!/^\d+$/.test(name)) return []
    try {
      const text = readFileSync(`/proc/${name}/stat`, 'utf8')
      // A name in parentheses may have anything in it.
      const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
      return [{ pid: Number(name), parent: Number(fields[1]), bytes: Number(fields[21]) * PAGE }]
    } catch {
      // It ended meanwhile.
      return []
    }
  })

const otherRows = (): readonly Row[] =>
  spawnSync('ps', ['-A', '-o', 'pid=,ppid=,rss='], { encoding: 'utf8' })
    .stdout.split('\n')
    .flatMap(line => {
      const [pid, parent, rss] = line.trim().split(/\s+/).map(Number)
      return pid && parent !== undefined ? [{ pid, parent, bytes: (rss ?? 0) * 1024 }] : []
    })

const MOST_FILES = 2_000_000

/** Links are not followed: what they lead to lies elsewhere. */
const fitsIn = (directory: string, most: number): boolean => {
  let bytes = 0
  let files = 0
  const waiting = [directory]
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    let entries: readonly string[]
    try {
      entries = readdirSync(at)
    } catch {
      // Gone, or not ours to look at.
      continue
    }
    for (const name of entries) {
      const facts = lstatSync(join(at, name), { throwIfNoEntry: false })
      if (!facts) continue
      if (facts.isDirectory()) waiting.push(join(at, name))
      bytes += facts.blocks * 512
      files += 1
      if (bytes > most || files > MOST_FILES) return false
    }
  }
  return true
}
