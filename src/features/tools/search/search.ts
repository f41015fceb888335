import { accessSync, constants } from 'node:fs'
import { modelTexts } from '../../../protocol/messages/model-texts.ts'
import { type ToolCall, ToolError } from '../../../protocol/tool.ts'
import { listWithRipgrep, type Ripgrep, RipgrepEndedError, searchWithRipgrep } from '../ripgrep.ts'
import { checkIgnoreFiles } from './odd-ignore-file.ts'
import type { ContentFound, ContentQuery, FilesFound, PlainReason } from './query.ts'
import { holdTarget } from './search-target.ts'

const says = modelTexts('search', {
  type: {
    en: '"{type}" is not a file type. Use a name such as ts, py or rust, or use glob.',
    zh: '"{type}" 不是文件类型。请用 ts、py 或 rust 之类的名称，或使用 glob。',
  },
})

/** Every file below a directory that is not ignored. */
export const listFiles = async (target: string, call: ToolCall): Promise<FilesFound> => {
  const plainly = async (why: PlainReason): Promise<FilesFound> => {
    const { listPlainly } = await import('./plain/plain-search.ts')
    using place = holdTarget(target, call)
    return await listPlainly(place, { signal: call.signal, why })
  }
  return await withRipgrep(target, { call, plainly, search: rg => listWithRipgrep(target, rg, call) })
}

export const searchContents = async (query: ContentQuery, call: ToolCall): Promise<ContentFound> => {
  if (query.type !== undefined && !/^[\w+-]+$/.test(query.type))
    throw new ToolError(says('type', { type: query.type }))
  const plainly = async (why: PlainReason): Promise<ContentFound> => {
    const { searchPlainly } = await import('./plain/plain-search.ts')
    using place = holdTarget(query.target, call)
    return await searchPlainly(query, place, { signal: call.signal, why })
  }
  return await withRipgrep(query.target, { call, plainly, search: rg => searchWithRipgrep(query, rg, call) })
}

/** Our own search reads only ignore files that are small and regular: it takes over where ripgrep would or did choke. */
const withRipgrep = async <T>(
  target: string,
  way: {
    readonly call: ToolCall
    search(rg: Ripgrep): Promise<T>
    plainly(why: PlainReason): Promise<T>
  },
): Promise<T> => {
  const rg = await findRipgrep(way.call)
  if (rg === undefined) return await way.plainly('missing')
  const { isOdd, skipped } = await checkIgnoreFiles(target, way.call.signal)
  if (isOdd) return await way.plainly('odd ignore files')
  try {
    return await way.search({ program: rg, skipped })
  } catch (error) {
    if (!(error instanceof RipgrepEndedError)) throw error
    return await way.plainly('odd ignore files')
  }
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
