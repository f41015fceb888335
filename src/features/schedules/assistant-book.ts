import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { writeFileAtomically } from '../../lib/atomic-write.ts'
import { isObject } from '../../lib/is-object.ts'
import { makeDirectories } from '../../lib/make-directories.ts'

/** What sessions did by themselves on one day, by the clock on the wall. */
export interface AssistantDay {
  readonly day: string
  readonly usd: number
  readonly ticks: number
}

export const readAssistantDay = (file: string, now: Date): AssistantDay => {
  const nothing = { day: dayOf(now), usd: 0, ticks: 0 }
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'))
    if (!isObject(value) || value['day'] !== nothing.day) return nothing
    const { usd, ticks } = value
    return typeof usd === 'number' && typeof ticks === 'number' ? { ...nothing, usd, ticks } : nothing
  } catch {
    // Not there yet.
    return nothing
  }
}

/** Throws what the disk throws. */
export const addToAssistantDay = (
  file: string,
  now: Date,
  more: { readonly usd: number; readonly ticks: number },
): AssistantDay => {
  const before = readAssistantDay(file, now)
  const after = { ...before, usd: before.usd + more.usd, ticks: before.ticks + more.ticks }
  makeDirectories(dirname(file), 0o700)
  writeFileAtomically(file, Buffer.from(`${JSON.stringify(after)}\n`), { mode: 0o600 })
  return after
}

const dayOf = (now: Date): string =>
  `${now.getFullYear()}-${String(now.getMonth() + 1).padStart(2, '0')}-${String(now.getDate()).padStart(2, '0')}`
