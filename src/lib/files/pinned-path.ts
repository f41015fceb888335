import { closeSync, constants, fstatSync, lstatSync, openSync, readlinkSync, type Stats } from 'node:fs'
import { join } from 'node:path'
import { resolveReal } from '../paths.ts'

/** What lies at a path is not what lay there when the path was resolved. */
export class MovedError extends Error {
  override readonly name = 'MovedError'
}

/**
 * A file or directory that stays the same one for as long as it is held, whatever is put in the place of its names. On
 * Linux by a descriptor. Elsewhere a directory cannot be used through a descriptor: there names are used, and compared
 * before (`pinPath`) and after (`isStill`), which leaves a gap between the two.
 */
export interface PinnedPath extends Disposable {
  /** Where it lay when it was taken, with no link on the way. */
  readonly real: string
  readonly stats: Stats
  /** A name for it, good in this process while it is held; names in a directory go behind it. */
  readonly path: string
  /** The same for a process that is started meanwhile. */
  readonly childPath: string
  isStill(): boolean
  /** Opens a held file for reading. */
  open(): number
  /** What has this name in a held directory; throws like {@link pinPath}. */
  child(name: string): PinnedPath
}

const DESCRIPTORS = '/proc/self/fd'
/** Opens whatever it is without any effect on it, and without the right to read it. Not among Node's constants. */
const O_PATH = 0o10000000
const READ = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

/**
 * Takes hold of what lies at a path that was resolved before. Throws {@link MovedError} when a link is on the way now,
 * and what the file system throws.
 */
export const pinPath = (real: string): PinnedPath =>
  process.platform === 'linux' ? (holdByDescriptor(real) ?? pinByName(real)) : pinByName(real)

/** `undefined` where the system does not tell what a descriptor stands for. */
const holdByDescriptor = (real: string): PinnedPath | undefined => {
  let fd = openSync(real, O_PATH | constants.O_NOFOLLOW)
  try {
    let place = placeOf(fd)
    if (place !== undefined && place !== real) {
      // Swapped, or a volume that spells names in its own way: name by name there is no doubt.
      const walked = walkTo(real)
      closeSync(fd)
      fd = walked
      place = placeOf(fd)
    }
    if (place !== undefined) return held(real, fd, place)
    closeSync(fd)
    return undefined
  } catch (error) {
    closeSync(fd)
    throw error
  }
}

/** @param place how the system spells where it is */
const held = (real: string, fd: number, place: string | undefined): PinnedPath => {
  const stats = fstatSync(fd)
  if (stats.isSymbolicLink()) throw new MovedError(`${real} is a link now`)
  return {
    real,
    stats,
    path: `${DESCRIPTORS}/${fd}`,
    get childPath() {
      return `/proc/${readlinkSync('/proc/self')}/fd/${fd}`
    },
    isStill: () => placeOf(fd) === place,
    open: () => openSync(`${DESCRIPTORS}/${fd}`, constants.O_RDONLY | constants.O_NONBLOCK),
    child(name) {
      const inside = openSync(`${DESCRIPTORS}/${fd}/${name}`, O_PATH | constants.O_NOFOLLOW)
      try {
        return held(join(real, name), inside, placeOf(inside))
      } catch (error) {
        closeSync(inside)
        throw error
      }
    },
    [Symbol.dispose]: () => closeSync(fd),
  }
}

const placeOf = (fd: number): string | undefined => {
  try {
    return readlinkSync(`${DESCRIPTORS}/${fd}`)
  } catch {
    // No /proc, or one that may not be looked at.
    return undefined
  }
}

/** From the root on, each directory through the one before, none of them a link. */
const walkTo = (real: string): number => {
  let fd = openSync('/', O_PATH | constants.O_DIRECTORY)
  try {
    for (const name of real.split('/')) {
      if (name === '') continue
      const next = openSync(`${DESCRIPTORS}/${fd}/${name}`, O_PATH | constants.O_NOFOLLOW)
      closeSync(fd)
      fd = next
      if (fstatSync(fd).isSymbolicLink()) throw new MovedError(`a link is on the way to ${real} now`)
    }
    return fd
  } catch (error) {
    closeSync(fd)
    throw error
  }
}

/** Where directories cannot be used through descriptors. */
export const pinByName = (real: string): PinnedPath => {
  const stats = lstatSync(real)
  const isSame = (other: Stats | undefined): boolean =>
    other !== undefined && other.ino === stats.ino && other.dev === stats.dev
  const isPlain = (): boolean => {
    const resolved = resolveReal(real)
    return resolved.ok && resolved.real === real
  }
  const refuse = (): never => {
    throw new MovedError(`a link is on the way to ${real} now`)
  }
  if (stats.isSymbolicLink() || !isPlain()) refuse()
  return {
    real,
    stats,
    path: real,
    childPath: real,
    isStill: () => isPlain() && isSame(lstatSync(real, { throwIfNoEntry: false })),
    open() {
      const fd = openSync(real, READ)
      if (isSame(fstatSync(fd)) && isPlain()) return fd
      closeSync(fd)
      return refuse()
    },
    child: name => pinByName(join(real, name)),
    [Symbol.dispose]: () => undefined,
  }
}
