import { posix } from 'node:path'
import type { PathSystem } from '../../src/lib/path-system.ts'

/** Where volumes begin, and whether names on them ignore case. */
export type Volumes = Readonly<Record<string, 'folds' | 'tells'>>

/** Directories on several volumes, by the names that they list. */
export const systemWith = (volumes: Volumes, paths: readonly string[]): PathSystem => {
  const roots = Object.keys(volumes).toSorted((a, b) => b.length - a.length)
  const isOn = (path: string, root: string): boolean =>
    path === root || path.startsWith(root === '/' ? '/' : `${root}/`)
  const form = (text: string): string => text.normalize('NFC').toLowerCase()
  // The name of a volume's root is one on the first volume.
  const given = (text: string): string => (volumes['/'] === 'folds' ? form(text) : text)
  const rootOf = (path: string): string => roots.find(root => isOn(given(path), given(root))) ?? '/'
  const key = (path: string): string => {
    const root = rootOf(path)
    return volumes[root] === 'folds' ? root + form(path.slice(root.length)) : path
  }
  const all = [...new Set(paths.flatMap(path => [...above(path), path]))]
  const numbers = new Map(all.map((path, index) => [key(path), index + 1]))
  return {
    paths: posix,
    look(path) {
      const ino = numbers.get(key(path))
      return ino === undefined
        ? undefined
        : { dev: roots.indexOf(rootOf(path)), ino, isSymbolicLink: () => false }
    },
    readLink: () => '',
    names: directory =>
      all
        .filter(path => path !== '/' && key(posix.dirname(path)) === key(directory))
        .map(path => posix.basename(path)),
  }
}

const above = (path: string): readonly string[] =>
  path === '/' ? [] : [...above(posix.dirname(path)), posix.dirname(path)]
