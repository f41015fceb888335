import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A page in Chinese, and the one it tells of. Paths in the repository. */
export interface ChinesePage {
  readonly page: string
  readonly original: string
}

/** All there are: the overview, and docs/zh. */
export const chinesePages = (root: string): readonly ChinesePage[] => [
  { page: 'README.zh-CN.md', original: 'README.md' },
  ...readdirSync(join(root, 'docs/zh'))
    .filter(name => name.endsWith('.md'))
    .map(name => ({ page: `docs/zh/${name}`, original: `docs/${name}` })),
]

const MARK = /^<!-- as of ([0-9a-f]{12}) of the original -->\n/

/**
 * What a Chinese page has to follow: the headings of its original, and what is typed in it. Other words may change
 * without a change of what it says.
 */
export const outlineHash = (text: string): string => {
  const own = text.replace(/<!-- settings: begin -->[\s\S]*<!-- settings: end -->/, '')
  const told = own.match(/^#{1,6} .*$|^```[\s\S]*?^```$/gm) ?? []
  return createHash('sha256').update(told.join('\n')).digest('hex').slice(0, 12)
}

const read = (root: string, path: string): string => readFileSync(join(root, path), 'utf8')

/** The page as it says that it follows its original as this is now. */
export const marked = (root: string, { page, original }: ChinesePage): string =>
  `<!-- as of ${outlineHash(read(root, original))} of the original -->\n${withoutMark(read(root, page))}`

export const withoutMark = (text: string): string => text.replace(MARK, '')

/** Pages whose original has other headings or examples by now, or is gone. */
export const pagesBehind = (root: string): readonly string[] =>
  chinesePages(root)
    .filter(
      ({ page, original }) =>
        !existsSync(join(root, original)) ||
        MARK.exec(read(root, page))?.[1] !== outlineHash(read(root, original)),
    )
    .map(({ page }) => page)
