import type { Text } from '../../../protocol/messages/localized-text.ts'
import { modelTexts } from '../../../protocol/messages/model-texts.ts'

const says = modelTexts('search_notes', {
  unsearched: { en: 'Some files could not be searched.', zh: '有些文件无法搜索。' },
  time: {
    en: 'The search was ended after {seconds:number} s; the results are incomplete.',
    zh: '搜索在 {seconds:number} 秒后终止；结果不完整。',
  },
  size: {
    en: 'There were too many results; they are incomplete. Narrow the search.',
    zh: '结果过多，不完整。请缩小搜索范围。',
  },
  moved: {
    en: 'Files changed their places while they were searched; the results are incomplete.',
    zh: '搜索期间文件换了位置；结果不完整。',
  },
}) /** A search in the contents of files, whatever carries it out. */
export interface ContentQuery {
  /** In the syntax of ripgrep. */
  readonly pattern: string
  /** Absolute: a directory, or a file. */
  readonly target: string
  readonly mode: SearchMode
  readonly ignoreCase: boolean
  /** Matches may cross lines, and `.` matches their ends. */
  readonly multiline: boolean
  readonly lineNumbers: boolean
  readonly onlyMatching: boolean
  /** Lines shown around a match. */
  readonly before: number
  readonly after: number
  /** Long lines are not cut. */
  readonly wholeLines?: boolean
  /** One of ripgrep's file types. */
  readonly type?: string
  /** File name patterns of which one must fit; they are hints only, the caller judges every result. */
  readonly names: readonly string[]
}

export type SearchMode = 'content' | 'files_with_matches' | 'count'

/** Longer lines are cut. */
export const MAX_COLUMNS = 500
export const SEARCH_TIMEOUT_MS = 20_000
export const MAX_OUTPUT_BYTES = 8 * 1024 * 1024

/** Version control keeps its own data there; nobody means it. */
export const VCS_NAMES: readonly string[] = ['.git', '.svn', '.hg', '.bzr', '.jj', '.sl']

export interface ContentFound {
  /**
   * By path below the searched directory. Content: `12:line` or `12-context line` (no number unless wanted), `--`
   * between groups. Count: one number. Files: nothing.
   */
  readonly byFile: ReadonlyMap<string, readonly string[]>
  /** What the model must know about the search: that it is incomplete, that it was another engine. */
  readonly notes: readonly Text[]
  readonly isComplete: boolean
  /** Files of which lines were found that are not UTF-8: what is shown of them is not what stands there. */
  readonly garbled?: ReadonlySet<string>
}

export interface FilesFound {
  /** Paths below the searched directory. */
  readonly names: readonly string[]
  readonly notes: readonly Text[]
  readonly isComplete: boolean
}

export const INCOMPLETE_TIME = says('time', { seconds: SEARCH_TIMEOUT_MS / 1000 })
export const INCOMPLETE_SIZE = says('size')
export const INCOMPLETE_MOVED = says('moved')

export const SOME_UNSEARCHED = says('unsearched')

/** Why a search is not ripgrep's. */
export type PlainReason = 'missing' | 'odd ignore files'
