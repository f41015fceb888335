import { join } from 'node:path'
import { CodeIndex } from './code-index.ts'
import { FileGraph } from './file-graph.ts'
import { languageOf } from './languages.ts'
import type { CodeAnswer, MapQuery } from './map-messages.ts'
import { type OutlineRow, outlineOf } from './outline.ts'
import { type CodeParser, createCodeParser } from './parse-code.ts'
import { createSides, orderFiles } from './rank-files.ts'
import { readSource } from './read-source.ts'
import { renderMap } from './render-map.ts'

/** Files whose outline is made for one map: more do not fit. */
const MOST_OUTLINED = 400
/** For the outlines of one map; files that are not taken apart by then are left out. */
const OUTLINE_MS = 4_000

/** Makes maps of one directory. Everything it does, it does in a thread of its own. */
export class CodeMapper {
  readonly index: CodeIndex
  /** Something was found out that is not in the cache. */
  isNew = false
  readonly #now: () => number
  #graph: FileGraph | undefined
  #parser: Promise<CodeParser> | undefined
  #shown: readonly string[] = []
  readonly #sideOf = createSides()
  /** As long as nothing changed. */
  #last: { readonly key: string; readonly answer: AnswerPart } | undefined

  constructor(root: string, now: () => number) {
    this.index = new CodeIndex(root, now)
    this.#now = now
  }

  parser(): Promise<CodeParser> {
    this.#parser ??= createCodeParser(this.#now)
    return this.#parser
  }

  list(lists: readonly Uint8Array[], without: readonly string[]): number {
    const gone = new Set(without)
    const paths = lists.flatMap(list => Buffer.from(list).toString('utf8').split('\0'))
    this.#changed(this.index.list(paths.filter(path => path !== '' && !gone.has(path))))
    return this.index.files.size
  }

  async map(query: MapQuery): Promise<AnswerPart> {
    if (!this.index.isListed) return { kind: 'unlisted' }
    const { changed } = this.index.refresh([...query.touched, ...this.#shown, ...query.paths])
    this.#changed(changed)
    const { touched: _, ...wish } = query
    const key = JSON.stringify(wish)
    if (this.#last?.key === key) return this.#last.answer
    this.#graph ??= new FileGraph(this.index)
    const graph = this.#graph
    const ordered = orderFiles(graph, query, {
      definesOf: path => this.index.factsOf(path)?.defines ?? [],
      sideOf: this.#sideOf,
    })
    const files = ordered
      .filter(path => path.startsWith(query.below) && this.index.files.has(path))
      .slice(0, MOST_OUTLINED)
    const parser = await this.#ready(files)
    const until = this.#now() + OUTLINE_MS
    const { text, shown } = renderMap({
      graph,
      files,
      below: query.below,
      words: query.words,
      tokens: query.tokens,
      outlineOf: path => (this.#now() > until ? [] : this.#outlineOf(parser, path)),
    })
    this.#shown = shown
    const answer = { kind: 'map', text, shown, files: this.#below(query.below) } as const
    this.#last = { key, answer }
    return answer
  }

  #below(directory: string): number {
    if (directory === '') return this.index.files.size
    return [...this.index.files.keys()].filter(path => path.startsWith(directory)).length
  }

  /** Files that were not looked at before the last answer. */
  catchUp(): void {
    this.#changed(this.index.refresh([], 1_000).changed)
  }

  #changed(paths: ReadonlySet<string>): void {
    if (paths.size === 0) return
    if (this.#graph?.update(paths) === false) this.#graph = undefined
    this.#last = undefined
    this.isNew = true
  }

  /** With the grammars of the files that come first: those of the others are loaded when they are wanted. */
  async #ready(files: readonly string[]): Promise<CodeParser> {
    const parser = await this.parser()
    const languages = new Set(files.flatMap(path => languageOf(path) ?? []))
    await Promise.all([...languages].map(language => parser.load(language)))
    return parser
  }

  #outlineOf(parser: CodeParser, path: string): readonly OutlineRow[] {
    const facts = this.index.factsOf(path)
    if (!facts) return []
    if (!facts.outline) {
      const data = readSource(join(this.index.root, path))
      facts.outline = data ? outlineOf(parser, path, new TextDecoder().decode(data)) : []
      this.isNew = true
    }
    return facts.outline
  }
}

type WithoutId<T> = T extends unknown ? Omit<T, 'id'> : never
export type AnswerPart = WithoutId<CodeAnswer>
