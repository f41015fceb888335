import { existsSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import type { PinnedPath } from '../../../lib/files/pinned-path.ts'
import { modelTexts } from '../../../protocol/messages/model-texts.ts'
import { type ToolCall, ToolError } from '../../../protocol/tool.ts'
import { missingMessage } from '../missing-path.ts'

const says = modelTexts('searchTarget', {
  kind: {
    en: '{path} is neither a directory nor a regular file.',
    zh: '{path} 既不是目录，也不是普通文件。',
  },
})

/** What is searched, held: it is the one that was judged until the search is over. */
export interface SearchTarget extends Disposable {
  /** The directory or the one file. */
  readonly held: PinnedPath
  /** As the caller calls it: the directory, or that of the file. */
  readonly directory: string
  /** Of the one file to search; empty for the whole directory. */
  readonly name: string
}

/** A pipe or a device would be waited for; only directories and regular files are searched. */
export const holdTarget = (target: string, call: Pick<ToolCall, 'files' | 'cwd'>): SearchTarget => {
  const held = holdKnown(target, call)
  const release = () => held[Symbol.dispose]()
  if (held.stats.isDirectory()) return { held, directory: target, name: '', [Symbol.dispose]: release }
  if (held.stats.isFile())
    return { held, directory: dirname(target), name: basename(target), [Symbol.dispose]: release }
  release()
  throw new ToolError(says('kind', { path: target }))
}

const holdKnown = (target: string, { files, cwd }: Pick<ToolCall, 'files' | 'cwd'>): PinnedPath => {
  try {
    return files.hold(target)
  } catch (error) {
    if (!(error instanceof ToolError) || existsSync(target)) throw error
    throw new ToolError(missingMessage('.', target, cwd))
  }
}
