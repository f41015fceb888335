import {
  close,
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fsync,
  open,
  openSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { setImmediate } from 'node:timers/promises'

export interface AtomicWriteOptions {
  /** Permission bits of the new file, whatever the umask; absent: read and write for all whom the umask lets. */
  readonly mode?: number
  /** Kept when the program may: a replaced file stays its owner's. */
  readonly owner?: { readonly uid: number; readonly gid: number }
  /** Throws if the file must not be put in its place after all: it is written already, under another name. */
  confirm?(): void
}

const ATTEMPTS = 1000

/**
 * Puts `data` at `path` through a temporary file in the same directory and a rename, so that a reader sees the old
 * or the new content and never a part. `path` must not be a link: the link itself would be replaced.
 */
export const writeFileAtomically = (path: string, data: Uint8Array, options: AtomicWriteOptions): void => {
  const temporary = createTemporary(dirname(path), options.mode === undefined ? 0o666 : 0o600)
  try {
    try {
      writeAll(temporary.fd, data)
      setOwner(temporary.fd, options)
    } finally {
      closeSync(temporary.fd)
    }
    options.confirm?.()
    renameSync(temporary.path, path)
  } catch (error) {
    rmSync(temporary.path, { force: true })
    throw error
  }
}

/** Bytes that are written before the event loop gets its turn. */
const REST_BYTES = 1024 * 1024

/**
 * The same for a text that is made piece by piece: no more than one of them has to be in memory, and the program
 * answers meanwhile. Resolves to the number of bytes.
 */
export const writeTextAtomically = async (
  path: string,
  pieces: Iterable<string>,
  options: AtomicWriteOptions,
): Promise<number> => {
  const temporary = createTemporary(dirname(path), options.mode === undefined ? 0o666 : 0o600)
  let bytes = 0
  try {
    try {
      let rest = REST_BYTES
      for (const piece of pieces) {
        const data = Buffer.from(piece)
        writeAll(temporary.fd, data)
        bytes += data.length
        if (bytes < rest) continue
        rest = bytes + REST_BYTES
        await setImmediate()
      }
      setOwner(temporary.fd, options)
    } finally {
      closeSync(temporary.fd)
    }
    options.confirm?.()
    renameSync(temporary.path, path)
  } catch (error) {
    rmSync(temporary.path, { force: true })
    throw error
  }
  return bytes
}

/** The owner first: giving a file away clears its set-id bits. */
const setOwner = (fd: number, { owner, mode }: AtomicWriteOptions): void => {
  if (owner) keepOwner(fd, owner)
  if (mode !== undefined) fchmodSync(fd, mode & 0o7777)
}

/**
 * Has the system put a written file on the disk, so that a power cut does not leave an empty one. Nobody needs to wait
 * for it. False when the file was gone already or cannot be synced, which is no reason to fail what was written.
 */
export const syncFile = (path: string): Promise<boolean> =>
  new Promise(resolve => {
    open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK, (error, fd) => {
      if (error) resolve(false)
      else fsync(fd, failed => close(fd, () => resolve(!failed)))
    })
  })

/** A file or link that is about to be renamed; of the same process each needs another number. */
export const temporaryName = (attempt: number): string => `.capstan-${process.pid}-${attempt}.tmp`

/** The process that made such a file, by its name; undefined for any other name. */
export const temporaryOwner = (name: string): number | undefined => {
  const pid = /^\.capstan-([1-9]\d{0,9})-\d{1,4}\.tmp$/.exec(name)?.[1]
  return pid === undefined ? undefined : Number(pid)
}

/** Exclusive creation makes a foreign file or link of the same name harmless, so no randomness is needed. */
const createTemporary = (directory: string, mode: number): { readonly path: string; readonly fd: number } => {
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW
  for (let attempt = 0; ; attempt++) {
    const path = join(directory, temporaryName(attempt))
    try {
      return { path, fd: openSync(path, flags, mode) }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || attempt >= ATTEMPTS) throw error
    }
  }
}

const writeAll = (fd: number, data: Uint8Array): void => {
  let offset = 0
  while (offset < data.byteLength) offset += writeSync(fd, data, offset, data.byteLength - offset)
}

const keepOwner = (fd: number, owner: { readonly uid: number; readonly gid: number }): void => {
  if (process.getuid?.() === owner.uid && process.getgid?.() === owner.gid) return
  try {
    fchownSync(fd, owner.uid, owner.gid)
  } catch (error) {
    // Only a privileged user may give files away; for everybody else the new owner is the right one.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error
  }
}
