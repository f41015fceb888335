import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { modelTexts } from '../../protocol/messages/model-texts.ts'
import { ToolError } from '../../protocol/tool.ts'
import type { AroundCode, CodeMap, CodeReader } from '../../protocol/tools/code-reader.ts'
import { CodeThread } from './code-thread.ts'
import type { CodeAnswer, MapQuery, PatternFault } from './map-messages.ts'

const says = modelTexts('code_map', {
  failed: {
    en: 'The code could not be looked at ({reason}). Use Grep and Glob instead.',
    zh: '无法分析代码（{reason}）。请改用 Grep 和 Glob。',
  },
  empty: { en: 'The pattern is empty.', zh: '模式为空。' },
  syntax: {
    en: 'The pattern is not code in this language (near "{near}"). Write whole code with holes, such as foo($A, $$$REST).',
    zh: '该模式不是这种语言的代码（在“{near}”附近）。请写完整的代码并用空位，如 foo($A, $$$REST)。',
  },
  hole: {
    en: 'The rewrite uses {name}, which the pattern does not have.',
    zh: '改写中用到了 {name}，但模式中没有。',
  },
})

export interface CodeReaderOptions {
  /** Where maps are kept; absent: nowhere. */
  readonly cacheDirectory?: string
  /** Files below a directory that are not ignored, parted by NUL bytes, and of them those that are gone. */
  list(directory: string): Promise<{
    readonly lists: readonly Uint8Array[]
    readonly without: ReadonlySet<string>
  }>
  /** The directories maps are made of: that in which the session works first. */
  roots(): readonly string[]
  /** Files of the conversation, absolute, the latest last; and the words in it that look like names. */
  focus(): { readonly paths: readonly string[]; readonly words: readonly string[] }
}

/** A thread each; the one that was not asked for longest goes first. */
const MOST_THREADS = 3

/** What all readers of a session share. */
export class CodeThreads implements AsyncDisposable {
  readonly #threads = new Map<string, CodeThread>()
  readonly #cacheDirectory: string | undefined

  constructor(cacheDirectory: string | undefined) {
    this.#cacheDirectory = cacheDirectory
  }

  of(root: string): CodeThread {
    const known = this.#threads.get(root)
    const name = createHash('sha1').update(root).digest('hex').slice(0, 16)
    const cacheFile = this.#cacheDirectory && join(this.#cacheDirectory, `${name}.map`)
    const thread = known ?? new CodeThread({ root, ...(cacheFile ? { cacheFile } : {}) })
    this.#threads.delete(root)
    this.#threads.set(root, thread)
    for (const [old, each] of this.#threads) {
      if (this.#threads.size <= MOST_THREADS) break
      this.#threads.delete(old)
      void each[Symbol.asyncDispose]()
    }
    return thread
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#threads.values()].map(thread => thread[Symbol.asyncDispose]()))
  }
}

export const createCodeReader = (
  threads: CodeThreads,
  options: Omit<CodeReaderOptions, 'cacheDirectory'>,
): CodeReader => ({
  async map(query, around) {
    const root = rootOf(query.directory, options.roots())
    const { paths, words } = options.focus()
    const asked: MapQuery = {
      below: belowOf(root, query.directory),
      paths: below(root, paths),
      words: query.words.length > 0 ? query.words : words,
      tokens: query.tokens,
      touched: below(root, paths),
    }
    return await mapOf({ root, asked, thread: threads.of(root), list: options.list }, around)
  },
  async match(query, signal) {
    const root = options.roots()[0] ?? '/'
    const answer = await threads.of(root).ask({ kind: 'match', ...query }, signal)
    if (answer.kind === 'refused') throw new ToolError(saysFault(answer.why))
    if (answer.kind !== 'matches') throw failed(answer)
    return answer
  },
})

const mapOf = async (
  at: {
    readonly root: string
    readonly asked: MapQuery
    readonly thread: CodeThread
    readonly list: CodeReaderOptions['list']
  },
  { signal, isDenied }: AroundCode,
): Promise<CodeMap> => {
  const { root, asked, thread } = at
  const isOpen = (path: string): boolean => !isDenied(join(root, path))
  let answer = await thread.ask({ kind: 'map', ...asked }, signal)
  // Rules may have come since the files were listed.
  const isStale = answer.kind === 'map' && !answer.shown.every(isOpen)
  if (answer.kind === 'unlisted' || isStale) {
    const { lists, without } = await at.list(root)
    const shut = pathsIn(lists).filter(path => !isOpen(path))
    const listed = await thread.ask({ kind: 'list', lists, without: [...without, ...shut] }, signal)
    if (listed.kind !== 'listed') throw failed(listed)
    answer = await thread.ask({ kind: 'map', ...asked }, signal)
  }
  if (answer.kind !== 'map' || !answer.shown.every(isOpen)) throw failed(answer)
  return { text: answer.text, shownFiles: answer.shown.length, files: answer.files }
}

const pathsIn = (lists: readonly Uint8Array[]): readonly string[] =>
  lists.flatMap(list => Buffer.from(list).toString('utf8').split('\0')).filter(path => path !== '')

/** Of the working directories the one it is in, else itself. */
const rootOf = (directory: string, roots: readonly string[]): string =>
  roots.find(root => directory === root || directory.startsWith(`${root}/`)) ?? directory

const belowOf = (root: string, directory: string): string =>
  directory === root ? '' : `${directory.slice(root.length + 1)}/`

const below = (root: string, paths: readonly string[]): readonly string[] =>
  paths.flatMap(path => (path.startsWith(`${root}/`) ? [path.slice(root.length + 1)] : []))

const failed = (answer: CodeAnswer): ToolError =>
  new ToolError(says('failed', { reason: answer.kind === 'failed' ? answer.message : answer.kind }))

const saysFault = (fault: PatternFault) => {
  if (fault.kind === 'empty') return says('empty')
  return fault.kind === 'syntax' ? says('syntax', { near: fault.near }) : says('hole', { name: fault.name })
}
