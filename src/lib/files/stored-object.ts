import { isUtf8 } from 'node:buffer'
import {
  closeSync,
  constants,
  copyFileSync,
  fstatSync,
  linkSync,
  lstatSync,
  openSync,
  readSync,
  realpathSync,
  renameSync,
  type Stats,
  statSync,
} from 'node:fs'
import { writeFileAtomically } from '../atomic-write.ts'
import { isObject } from '../is-object.ts'

/** A file in which the program keeps something, as found. Unreadable is not empty: only `absent` may be begun anew. */
export type StoredObject =
  | { readonly kind: 'absent' }
  | { readonly kind: 'object'; readonly value: Readonly<Record<string, unknown>> }
  | { readonly kind: 'damaged'; readonly damage: FileDamage }

/** Why a file cannot be believed. */
export interface FileDamage {
  readonly kind:
    | 'not_regular'
    | 'too_large'
    | 'not_utf8'
    | 'dangling_link'
    | 'unreadable'
    | 'empty'
    | 'not_json'
    | 'not_object'
    | 'too_deep'
    | 'key_twice'
    | 'other_content'
    | 'other_owner'
    | 'writable_by_others'
    | 'readable_by_others'
  /** The code of the system, the number of the owner. */
  readonly detail?: string
}

/** A damaged file that was moved out of the way. */
export interface MovedAside {
  readonly path: string
  readonly damage: FileDamage
  readonly copy: string
}

export type StoredText = Exclude<StoredObject, { readonly kind: 'object' }> | { kind: 'text'; text: string }

export interface StoredOptions {
  /** More than that is none of ours. */
  readonly maxBytes?: number
  /** What else keeps the file from being believed, told by its facts. */
  objection?(facts: Stats): FileDamage | undefined
  /** Whether a value has the shape that a change keeps everything of. */
  accepts?(value: Readonly<Record<string, unknown>>): boolean
}

const MAX_BYTES = 16 * 1024 * 1024

/** UTF-8 text of a regular file, without its byte order mark. A pipe is not waited for, a device is not read. */
export const readStoredText = (path: string, options: StoredOptions = {}): StoredText => {
  const { maxBytes = MAX_BYTES } = options
  let fd: number | undefined
  try {
    fd = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
    const facts = fstatSync(fd)
    if (!facts.isFile()) return damaged('not_regular')
    if (facts.size > maxBytes) return damaged('too_large')
    const objection = options.objection?.(facts)
    if (objection !== undefined) return { kind: 'damaged', damage: objection }
    const bytes = Buffer.alloc(facts.size)
    let length = 0
    for (let read = -1; read !== 0 && length < bytes.length; length += read)
      read = readSync(fd, bytes, length, bytes.length - length, length)
    const whole = bytes.subarray(0, length)
    if (!isUtf8(whole)) return damaged('not_utf8')
    return { kind: 'text', text: whole.toString('utf8').replace(/^\uFEFF/, '') }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const isGone = code === 'ENOENT' || code === 'ENOTDIR'
    if (isGone && !isThere(path)) return { kind: 'absent' }
    return isGone ? damaged('dangling_link') : damaged('unreadable', String(code))
  } finally {
    if (fd !== undefined) closeSync(fd)
  }
}

/** The JSON object in a file. One with a key twice is damaged: writing it again would drop the first. */
export const readStoredObject = (path: string, options: StoredOptions = {}): StoredObject => {
  const read = readStoredText(path, options)
  if (read.kind !== 'text') return read
  if (read.text.trim() === '') return damaged('empty')
  let value: unknown
  try {
    value = JSON.parse(read.text)
  } catch {
    return damaged('not_json')
  }
  if (!isObject(value)) return damaged('not_object')
  const keys = countKeys(value)
  if (keys === undefined) return damaged('too_deep')
  if (keys !== keysWritten(read.text)) return damaged('key_twice')
  if (options.accepts?.(value) === false) return damaged('other_content')
  return { kind: 'object', value }
}

const damaged = (
  kind: FileDamage['kind'],
  detail?: string,
): { readonly kind: 'damaged'; readonly damage: FileDamage } => ({
  kind: 'damaged',
  damage: { kind, ...(detail === undefined ? {} : { detail }) },
})

const isThere = (path: string): boolean => {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined
  } catch {
    // A name on the way is no directory, or cannot be looked into: nothing of ours.
    return false
  }
}

/** Keys in the text; fewer in the value: one was given twice and dropped. */
const keysWritten = (text: string): number => {
  let count = 0
  for (const [, colon] of text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"\s*(:)?/g)) if (colon) count += 1
  return count
}

const DEEPEST = 100

/** Undefined for what is deeper than anything of ours. */
const countKeys = (value: unknown): number | undefined => {
  let count = 0
  let level: readonly unknown[] = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEEPEST) return undefined
    const objects = level.filter(each => typeof each === 'object' && each !== null)
    for (const each of objects) if (!Array.isArray(each)) count += Object.keys(each).length
    level = objects.flatMap(each => Object.values(each))
  }
  return count
}

/** Puts the object there as JSON; a file kept elsewhere and linked stays where it is. */
export const writeStoredObject = (path: string, value: object, mode = 0o600): void => {
  const real = statSync(path, { throwIfNoEntry: false }) ? realpathSync.native(path) : path
  writeFileAtomically(real, Buffer.from(`${JSON.stringify(value, null, 2)}\n`), { mode })
}

const MOST_COPIES = 1000

/**
 * Keeps what stands at a path under a free name beside it, and answers that name: whoever begins the file anew loses
 * nothing. A regular file stays until it is replaced; anything else is moved.
 */
export const setAside = (path: string): string => {
  const facts = lstatSync(path)
  for (let number = 1; number <= MOST_COPIES; number++) {
    const copy = `${path}.unreadable-${number}`
    const there = lstatSync(copy, { throwIfNoEntry: false })
    // An earlier attempt kept it already.
    if (there?.isFile() && there.ino === facts.ino && there.dev === facts.dev) return copy
    if (there) continue
    if (!facts.isFile()) {
      renameSync(path, copy)
      return copy
    }
    if (keepCopy(path, copy)) return copy
  }
  throw new Error(`There are too many files named ${path}.unreadable-*.`)
}

/** False: somebody else took the name meanwhile. */
const keepCopy = (path: string, copy: string): boolean => {
  try {
    linkSync(path, copy)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
  }
  // A file system without hard links, or a file that may not have one.
  try {
    copyFileSync(path, copy, constants.COPYFILE_EXCL)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') return false
    if (code !== 'EACCES' && code !== 'EPERM') throw error
    renameSync(path, copy)
  }
  return true
}

/** What the person is told of it. */

/** The object to change, begun anew where the file is damaged: then that is kept beside it, and `say` hears of it. */
export const readToChange = (
  path: string,
  options: StoredOptions & { say?(kept: MovedAside): void } = {},
): Readonly<Record<string, unknown>> => {
  const read = readStoredObject(path, options)
  if (read.kind === 'object') return read.value
  if (read.kind === 'absent') return {}
  const copy = setAside(path)
  options.say?.({ path, damage: read.damage, copy })
  return {}
}

/** For a file that is about to be replaced whole: what is no JSON object of ours is kept beside it. */
export const keepDamaged = (path: string, options: StoredOptions = {}): void => {
  if (readStoredObject(path, options).kind === 'damaged') setAside(path)
}

const MAX_CACHE_BYTES = 256 * 1024 * 1024

/** Of a file that can be made again at any time: what it holds, or nothing. Never waits for a pipe. */
export const cachedText = (path: string): string => {
  const read = readStoredText(path, { maxBytes: MAX_CACHE_BYTES })
  return read.kind === 'text' ? read.text : ''
}
