import { accessSync, constants } from 'node:fs'
import { modelTexts } from '../../../protocol/messages/model-texts.ts'
import { type ToolCall, ToolError } from '../../../protocol/tool.ts'
import {
  listGarbled,
  listWithRipgrep,
  type Ripgrep,
  RipgrepEndedError,
  searchWithRipgrep,
} from '../ripgrep.ts'
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
  const plainly = (why: PlainReason): Promise<ContentFound> => searchPlain(query, call, { why })
  return await withRipgrep(query.target, { call, plainly, search: rg => searchEverywhere(query, rg, call) })
}

const searchPlain = async (
  query: ContentQuery,
  call: ToolCall,
  how: { readonly why: PlainReason } | { readonly only: Iterable<string> },
): Promise<ContentFound> => {
  const { searchPlainly } = await import('./plain/plain-search.ts')
  using place = holdTarget(query.target, call)
  return await searchPlainly(query, place, { signal: call.signal, encoding: call.files.encoding, ...how })
}

/** In this session there were files that are not UTF-8. */
const OTHERS = 'search.encodings'

/**
 * To ripgrep all bytes are UTF-8, or nothing it could name: files that are not are searched once more as the text they
 * are. They are looked for where there may well be some; where there is one among what was found, it is known by that.
 */
const searchEverywhere = async (query: ContentQuery, rg: Ripgrep, call: ToolCall): Promise<ContentFound> => {
  const { files, state } = call
  const mayBe =
    files.encoding !== undefined || state.get(OTHERS) === true || /[^\0-\x7f]|\\[uxp]/.test(query.pattern)
  const [found, listed] = await Promise.all([
    searchWithRipgrep(query, rg, call),
    mayBe ? listGarbled(query, rg, call) : [],
  ])
  const others = new Set([...listed, ...(found.garbled ?? [])])
  if (others.size === 0) return found
  state.set(OTHERS, true)
  const { byFile, notes, isComplete } = await searchPlain(query, call, { only: others })
  const all = new Map([...found.byFile].filter(([name]) => !others.has(name) || !isComplete))
  for (const [name, lines] of byFile) all.set(name, lines)
  return {
    byFile: all,
    notes: [...new Set([...found.notes, ...notes])],
    isComplete: found.isComplete && isComplete,
  }
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
