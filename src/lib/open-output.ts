import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  ftruncateSync,
  lstatSync,
  openSync,
  readlinkSync,
  realpathSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { findCheckout } from './find-checkout.ts'
import { isInside } from './paths.ts'

const { O_APPEND, O_CREAT, O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_WRONLY } = constants
/** Streams of this process under the names of files; nobody but the system can put a link there. */
const STREAMS: ReadonlySet<string> = new Set(['/dev/stdout', '/dev/stderr', '/dev/null'])

/**
 * Opens a file that the person named for output, for its owner only, and answers its descriptor: what is written later
 * goes to this very file, whatever stands at the name by then. The name itself may not be a link, nor may a directory
 * of the checkout around `cwd` on the way to it: a project must not choose what is overwritten. Throws an Error that
 * says why.
 */
export const openOutput = (
  path: string,
  { cwd, append = false }: { readonly cwd: string; readonly append?: boolean },
): number => {
  if (STREAMS.has(path)) return openSync(path, O_WRONLY | O_APPEND)
  const wanted = resolve(cwd, path)
  const directory = realDirectory(dirname(wanted), realpathSync.native(cwd))
  const opened = openSync(directory, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
  try {
    const here = process.platform === 'linux' ? `/proc/self/fd/${opened}` : directory
    if (process.platform === 'linux' && readlinkSync(here) !== directory)
      throw new Error(`${directory} was replaced meanwhile`)
    return openPlain(join(here, basename(wanted)), { wanted, append })
  } finally {
    closeSync(opened)
  }
}

const realDirectory = (directory: string, cwd: string): string => {
  const project = findCheckout(cwd)?.root ?? cwd
  for (let at = directory; dirname(at) !== at; at = dirname(at))
    if (isLink(at) && isInside(realpathSync.native(dirname(at)), project, { caseSensitive: true }))
      throw new Error(`${at} is a link, which is not followed inside a project`)
  return realpathSync.native(directory)
}

const isLink = (path: string): boolean =>
  lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true

const openPlain = (
  path: string,
  { wanted, append }: { readonly wanted: string; readonly append: boolean },
): number => {
  const fd = openNoFollow(path, { wanted, append })
  try {
    const stat = fstatSync(fd)
    if (!stat.isFile()) throw new Error(`${wanted} is not a plain file`)
    if (stat.nlink > 1) throw new Error(`${wanted} has another name, too (a hard link), and is left alone`)
    if (!append) ftruncateSync(fd)
    fchmodSync(fd, 0o600)
    return fd
  } catch (error) {
    closeSync(fd)
    throw error
  }
}

const openNoFollow = (
  path: string,
  { wanted, append }: { readonly wanted: string; readonly append: boolean },
): number => {
  try {
    return openSync(path, O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK | (append ? O_APPEND : 0), 0o600)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ELOOP')
      throw new Error(`${wanted} is a link, which is not followed`)
    throw error
  }
}
