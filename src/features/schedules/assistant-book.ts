import { dirname } from 'node:path'
import { makeDirectories } from '../../lib/files/make-directories.ts'
import { readStoredObject, writeStoredObject } from '../../lib/files/stored-object.ts'
import { damageState } from '../../protocol/messages/host/stored-files.ts'

/** What sessions did by themselves on one day, by the clock on the wall. */
export interface AssistantDay {
  readonly day: string
  readonly usd: number
  readonly ticks: number
}

/** Throws for a file that cannot be understood: what was spent must not count as nothing. */
export const readAssistantDay = (file: string, now: Date): AssistantDay => {
  const nothing = { day: dayOf(now), usd: 0, ticks: 0 }
  const read = readStoredObject(file, { accepts: isDay })
  if (read.kind === 'damaged') throw new Error(`${file} ${damageState(read.damage).text}`)
  if (read.kind === 'absent' || read.value['day'] !== nothing.day) return nothing
  const { usd, ticks } = read.value
  return { ...nothing, usd: Number(usd), ticks: Number(ticks) }
}

const isDay = ({ day, usd, ticks }: Readonly<Record<string, unknown>>): boolean =>
  typeof day === 'string' && typeof usd === 'number' && typeof ticks === 'number'

/** Throws what the disk throws, and for a file that cannot be understood. */
export const addToAssistantDay = (
  file: string,
  now: Date,
  more: { readonly usd: number; readonly ticks: number },
): AssistantDay => {
  const before = readAssistantDay(file, now)
  const after = { ...before, usd: before.usd + more.usd, ticks: before.ticks + more.ticks }
  makeDirectories(dirname(file), 0o700)
  writeStoredObject(file, after)
  return after
}

const dayOf = (now: Date): string =>
  `${now.getFullYear()}-${String(now.getMonth() + 1).padStart(2, '0')}-${String(now.getDate()).padStart(2, '0')}`
