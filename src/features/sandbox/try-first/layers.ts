import { relative, sep } from 'node:path'
import type { Mount } from '../mounts.ts'

/** A directory that commands may write to, and the copy of it that they get. */
export interface Layer {
  /** What commands see it as. */
  readonly place: string
  /** What lies below the copy. */
  readonly lower: string
  /** Where what is kept of it goes. */
  readonly target: string
  /** Where the two of them are seen as one. */
  readonly merged: string
  /** Where all that was changed lies. */
  readonly upper: string
  /** The names in every directory that was changed, each with a NUL behind it. */
  readonly names: string
}

/** Directories of which none lies in another one. */
export const outermost = (paths: readonly string[]): readonly string[] =>
  [...new Set(paths)].filter(path => !paths.some(other => other !== path && isWithin(path, other)))

export const isWithin = (path: string, directory: string): boolean =>
  path === directory || path.startsWith(directory.endsWith(sep) ? directory : `${directory}${sep}`)

/**
 * The mounts of a plan, with copies in the place of what could be written: nothing of the outside can be. `own`: files of
 * ours that stay what they are. `inner`: file systems in what is copied; a copy does not hold them, so that they can
 * only be read.
 */
export const copiedMounts = (
  mounts: readonly Mount[],
  {
    layers,
    own,
    inner,
  }: {
    readonly layers: readonly Layer[]
    readonly own: readonly string[]
    readonly inner: readonly string[]
  },
): readonly Mount[] => {
  const made = mounts.flatMap((mount): readonly Mount[] => {
    if (!['tmp', 'write', 'keep'].includes(mount.kind)) return [mount]
    if (own.includes(mount.path)) return [mount]
    const layer = layerOf(mount.path, layers)
    if (!layer) return []
    return [{ ...mount, kind: 'write', source: within(layer.merged, relative(layer.place, mount.path)) }]
  })
  const laid = new Set(made.map(({ path }) => path))
  const held = inner
    .filter(path => !laid.has(path) && !isHidden(path, made))
    .map((path): Mount => ({ kind: 'guard', path, of: 'directory' }))
  return [...made, ...held].toSorted((a, b) => depth(a.path) - depth(b.path))
}

/** The innermost. */
const layerOf = (path: string, layers: readonly Layer[]): Layer | undefined =>
  layers
    .filter(({ place }) => isWithin(path, place))
    .toSorted((a, b) => b.place.length - a.place.length)
    .at(0)

const within = (directory: string, below: string): string =>
  below === '' ? directory : `${directory}${sep}${below}`

const isHidden = (path: string, mounts: readonly Mount[]): boolean =>
  mounts.some(({ kind, path: at }) => kind === 'hide' && isWithin(path, at))

const depth = (path: string): number => (path === sep ? 0 : path.split(sep).length)

/** Where file systems are mounted in these directories, of the text of `/proc/self/mountinfo`. */
export const mountedWithin = (mountinfo: string, directories: readonly string[]): readonly string[] =>
  mountinfo
    .split('\n')
    .map(line =>
      (line.split(' ')[4] ?? '').replace(/\\([0-7]{3})/g, (_, code: string) =>
        String.fromCharCode(Number.parseInt(code, 8)),
      ),
    )
    .filter(path => directories.some(directory => path !== directory && isWithin(path, directory)))
