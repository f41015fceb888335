import { accessSync, constants } from 'node:fs'
import { type ToolCall, ToolError } from '../../../protocol/tool.ts'
import { listWithRipgrep, searchWithRipgrep } from '../ripgrep.ts'
import type { ContentFound, ContentQuery, FilesFound } from './query.ts'
import { holdTarget } from './search-target.ts'

/** Every file below a directory that is not ignored. */
export const listFiles = async (target: string, call: ToolCall): Promise<FilesFound> => {
  const rg = await findRipgrep(call)
  if (rg !== undefined) return await listWithRipgrep(target, rg, call)
  const { listPlainly } = await import('./plain/plain-search.ts')
  using place = holdTarget(target, call)
  return await listPlainly(place, call.signal)
}

export const searchContents = async (query: ContentQuery, call: ToolCall): Promise<ContentFound> => {
  if (query.type !== undefined && !/^[\w+-]+$/.test(query.type))
    throw new ToolError(`"${query.type}" is not a file type. Use a name such as ts, py or rust, or use glob.`)
  const rg = await findRipgrep(call)
  if (rg !== undefined) return await searchWithRipgrep(query, rg, call)
  const { searchPlainly } = await import('./plain/plain-search.ts')
  using place = holdTarget(query.target, call)
  return await searchPlainly(query, place, call.signal)
}

/** The packaged one unless the person wants that of the system; `undefined` when there is neither. */
const findRipgrep = async (call: ToolCall): Promise<string | undefined> => {
  const wanted = call.processes.ripgrep?.() ?? { packaged: true }
  const packaged = wanted.packaged ? await packagedRipgrep() : undefined
  return packaged ?? wanted.system
}

const packagedRipgrep = async (): Promise<string | undefined> => {
  try {
    const { rgPath } = await import('@vscode/ripgrep')
    accessSync(rgPath, constants.X_OK)
    return rgPath
  } catch {
    // Not installed for this platform: an optional dependency that was left out.
    return undefined
  }
}
