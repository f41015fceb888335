import { readdirSync } from 'node:fs'
import { basename, dirname, join, parse, relative, sep } from 'node:path'
import { pinPath } from '../../../lib/files/pinned-path.ts'
import { nearestName } from '../../../lib/nearest-name.ts'
import { isInside, resolveReal } from '../../../lib/paths.ts'

const MAX_NAMES = 5000
const MAX_SUGGESTIONS = 3

/** Existing files that a wrong path may have meant. Only names below the working directory are ever looked at. */
export const similarPaths = (path: string, cwd: string): readonly string[] => {
  const found = new Set<string>()
  const directory = dirname(path)
  for (const name of similarNames(basename(path), namesIn(directory, cwd))) found.add(join(directory, name))
  for (const elsewhere of sameTail(path, cwd)) found.add(elsewhere)
  return [...found].slice(0, MAX_SUGGESTIONS)
}

const similarNames = (name: string, names: readonly string[]): readonly string[] => {
  const plain = (text: string) =>
    text
      .replace(/[\u00a0\u202f]/g, ' ')
      .normalize('NFC')
      .toLowerCase()
  const stem = parse(name).name
  return [
    ...names.filter(other => plain(other) === plain(name)),
    ...names.filter(other => parse(other).name === stem),
    ...[nearestName(name, names)].filter(other => other !== undefined),
  ]
}

const namesIn = (directory: string, cwd: string): readonly string[] => {
  const real = realBelow(directory, cwd)
  if (real === undefined) return []
  try {
    using held = pinPath(real)
    return readdirSync(held.path, { withFileTypes: true })
      .slice(0, MAX_NAMES)
      .filter(entry => entry.isFile())
      .map(entry => entry.name)
  } catch {
    // No directory there, or not ours to list: no suggestion.
    return []
  }
}

/** Where a path leads, if that is in the working directory. */
const realBelow = (path: string, cwd: string): string | undefined => {
  const [found, root] = [resolveReal(path), resolveReal(cwd)]
  return found.ok && root.ok && found.exists && isInside(found.real, root.real, { caseSensitive: true })
    ? found.real
    : undefined
}

/** `/repo/src/a.ts` for `/src/a.ts` or `/other/src/a.ts` when the working directory is `/repo`. */
const sameTail = (path: string, cwd: string): readonly string[] => {
  const parts = (isInside(path, cwd, { caseSensitive: true }) ? relative(cwd, path) : path)
    .split(sep)
    .filter(Boolean)
  return parts
    .map((_, index) => join(cwd, ...parts.slice(index)))
    .filter(candidate => candidate !== path && candidate !== cwd && realBelow(candidate, cwd) !== undefined)
    .slice(0, 1)
}
