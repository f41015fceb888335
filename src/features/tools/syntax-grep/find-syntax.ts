import { relative } from 'node:path'
import { escapeLine } from '../../../lib/escape-text.ts'
import { modelTexts } from '../../../protocol/messages/model-texts.ts'
import { type ToolCall, ToolError } from '../../../protocol/tool.ts'
import type { SyntaxFound } from '../../../protocol/tools/code-reader.ts'
import { absolutePath } from '../file-path.ts'
import { globFilter } from '../grep/glob-filter.ts'
import { filterNames } from '../search/filter-names.ts'
import { resultPaths } from '../search/result-paths.ts'
import { listFiles } from '../search/search.ts'
import { holdTarget } from '../search/search-target.ts'

const says = modelTexts('find_syntax', {
  missing: { en: 'Code cannot be searched by its syntax here.', zh: '这里无法按语法搜索代码。' },
})

export interface SyntaxWish {
  readonly pattern: string
  readonly language?: string | undefined
  readonly path?: string | undefined
  readonly glob?: string | undefined
  readonly limit: number
  readonly rewrite?: string
}

export interface SyntaxMatches extends SyntaxFound {
  readonly target: string
}

/** Where the pattern is, in files that are not ignored and may be read. */
export const findSyntax = async (wish: SyntaxWish, call: ToolCall): Promise<SyntaxMatches> => {
  const { codeReader, signal } = call
  if (!codeReader) throw new ToolError(says('missing'))
  const target = absolutePath(wish.path ?? '.', call.cwd)
  const files = await filesBelow(target, wish.glob, call)
  const { pattern, language = '', limit, rewrite } = wish
  const found = await codeReader.match(
    { files, pattern, language, mostMatches: limit, ...(rewrite === undefined ? {} : { rewrite }) },
    signal,
  )
  return { ...found, target }
}

const filesBelow = async (
  target: string,
  glob: string | undefined,
  call: ToolCall,
): Promise<readonly string[]> => {
  const paths = await resultPaths(target, call)
  using place = holdTarget(target, call)
  if (place.name !== '') return [paths.absolute(place.name) ?? []].flat()
  const { names } = await listFiles(target, call)
  const accepted = await filterNames(names, globFilter(glob).accepts, glob ?? '')
  return accepted.flatMap(name => paths.absolute(name) ?? []).toSorted()
}

export const shownPath = (path: string, cwd: string): string => {
  const name = relative(cwd, path)
  return escapeLine(name.startsWith('..') ? path : name, Number.POSITIVE_INFINITY)
}
