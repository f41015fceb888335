import { lstatSync } from 'node:fs'
import { relative, sep } from 'node:path'
import { escapeLine } from '../../../lib/escape-text.ts'
import type { ToolCall } from '../../../protocol/tool.ts'
import { holdTarget } from './search-target.ts'

/** How results are named, and which of them the model may see. A search can find 100,000: nothing here is dear. */
export interface ResultPaths {
  /** A path below the searched directory → absolute; `undefined` when reading it is denied. */
  absolute(below: string): string | undefined
  /** Absolute → relative to the directory of the call where that is shorter to say. */
  shown(absolute: string): string
}

export const resultPaths = async (target: string, call: ToolCall): Promise<ResultPaths> => {
  using place = holdTarget(target, call)
  const base = withSeparator(place.directory)
  const { real } = place.held
  const realBase = withSeparator(real)
  const isDenied = await call.files.denied()
  const isHidden = (below: string): boolean => {
    if (isDenied(base + below)) return true
    return place.name === '' ? base !== realBase && isDenied(realBase + below) : isDenied(real)
  }
  const cwd = withSeparator(call.cwd)
  return {
    absolute: below => (isHidden(below) ? undefined : base + below),
    shown: absolute => {
      if (absolute.startsWith(cwd)) return onOneLine(absolute.slice(cwd.length))
      const path = relative(call.cwd, absolute)
      return onOneLine(path.startsWith('..') ? absolute : path)
    },
  }
}

/** Of each result one line: a name must not pass for another result or for a note of ours. */
const onOneLine = (path: string): string => escapeLine(path, Number.POSITIVE_INFINITY)

const withSeparator = (directory: string): string => (directory.endsWith(sep) ? directory : directory + sep)

/** Newest first; names decide between equals, so that pages do not shift. */
export const newestFirst = (paths: readonly string[]): readonly string[] => {
  const dated = paths.map(path => ({ path, time: modifiedAt(path) }))
  dated.sort((a, b) => b.time - a.time || (a.path < b.path ? -1 : 1))
  return dated.map(({ path }) => path)
}

const modifiedAt = (path: string): number => {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
  } catch {
    // Out of reach since the search: last, like what is gone.
    return 0
  }
}
