import { type Stats, statSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { ToolError } from '../../../protocol/tool.ts'

export interface SearchPlace {
  readonly directory: string
  /** Of the one file to search; empty for the whole directory. */
  readonly name: string
}

/** A pipe or a device would be waited for; only directories and regular files are searched. */
export const placeOf = (target: string): SearchPlace => {
  let stats: Stats | undefined
  try {
    stats = statSync(target, { throwIfNoEntry: false })
  } catch (error) {
    throw new ToolError(`${target} cannot be searched (${(error as NodeJS.ErrnoException).code}).`)
  }
  if (!stats) throw new ToolError(`${target} does not exist.`)
  if (stats.isDirectory()) return { directory: target, name: '' }
  if (!stats.isFile()) throw new ToolError(`${target} is neither a directory nor a regular file.`)
  return { directory: dirname(target), name: basename(target) }
}
