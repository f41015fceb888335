import { isAbsolute, relative } from 'node:path'
import { escapeInvisible, escapeLine } from '../../lib/escape-text.ts'
import type { Text } from '../../protocol/messages/localized-text.ts'
import { modelTexts } from '../../protocol/messages/model-texts.ts'
import type { FilesChanged } from './change-files.ts'
import type { PatchHunk } from './patch.ts'

const says = modelTexts('changed_files', {
  changed: {
    en: {
      one: 'Changed {count:number} file, which now has:\n{lines:lines}',
      other: 'Changed {count:number} files, which now have:\n{lines:lines}',
    },
    zh: '已更改 {count:number} 个文件，现为：\n{lines:lines}',
  },
  gone: { en: '{line:number} ({count:number} lines removed)', zh: '{line:number}（删去 {count:number} 行）' },
  more: { en: '… {count:number} more lines changed here', zh: '… 此处另有 {count:number} 行改变' },
  moreFiles: { en: '… and in {count:number} more files', zh: '… 另有 {count:number} 个文件' },
})

/** The model knows what it asked for: of every file some lines, of the first files. */
const MOST_OF_A_FILE = 12
const MOST = 100

/** What files hold since a change, with the numbers of the lines; where lines only went, how many. */
export const sayChanged = ({ patches }: Pick<FilesChanged, 'patches'>, cwd: string): readonly Text[] => {
  const lines: Text[] = []
  let shown = 0
  for (const { path, hunks } of patches) {
    if (lines.length >= MOST) break
    shown += 1
    const now = hunks.flatMap(linesNow)
    lines.push(named(path, cwd), ...now.slice(0, MOST_OF_A_FILE))
    if (now.length > MOST_OF_A_FILE) lines.push(says('more', { count: now.length - MOST_OF_A_FILE }))
  }
  if (shown < patches.length) lines.push(says('moreFiles', { count: patches.length - shown }))
  return [says('changed', { count: patches.length, lines })]
}

const linesNow = ({ newStart, lines }: PatchHunk): readonly Text[] => {
  const found: Text[] = []
  let at = newStart
  let gone = 0
  let came = 0
  const flush = (): void => {
    if (gone > 0 && came === 0) found.push(says('gone', { line: at, count: gone }))
    gone = 0
    came = 0
  }
  for (const line of lines) {
    const text = line.slice(1)
    if (line.startsWith('-')) gone += 1
    else if (line.startsWith('+')) {
      found.push(`${at}→${escapeInvisible(text.replace(/\r$/, ''))}`)
      came += 1
      at += 1
    } else if (line.startsWith(' ')) {
      flush()
      at += 1
    }
  }
  flush()
  return found
}

const named = (path: string, cwd: string): string => {
  const name = relative(cwd, path)
  return escapeLine(name.startsWith('..') || isAbsolute(name) ? path : name, Number.POSITIVE_INFINITY)
}
