import { modelTexts } from '../../../protocol/messages/model-texts.ts'
import { ToolError } from '../../../protocol/tool.ts'

const says = modelTexts('pages', {
  pastEnd: {
    en: {
      one: 'The document has only {count:number} page; pages {pages} begins past its end.',
      other: 'The document has only {count:number} pages; pages {pages} begins past its end.',
    },
    zh: '文档只有 {count:number} 页；pages {pages} 超出末尾。',
  },
  none: { en: 'The document has no pages.', zh: '文档没有页面。' },
  tooMany: {
    en: 'The document has {total:number} pages, more than the {most:number} that are read without asking. Give pages, such as "1-{last:number}" (at most {atOnce:number} in a call).',
    zh: '文档有 {total:number} 页，超过未指定页码时可读的 {most:number} 页。请给出 pages，如 "1-{last:number}"（每次最多 {atOnce:number} 页）。',
  },
  noRange: {
    en: 'pages {pages} is no range of pages. Write "3" or "1-5".',
    zh: 'pages {pages} 不是页码范围。请写 "3" 或 "1-5"。',
  },
  order: {
    en: 'pages {pages} is no range: pages count from 1 upwards.',
    zh: 'pages {pages} 不是有效范围：页码从 1 起递增。',
  },
  tooLong: {
    en: 'pages {pages} are {count:number} pages; at most {most:number} can be read in a call. Begin with "{from:number}-{to:number}".',
    zh: 'pages {pages} 共 {count:number} 页；每次最多读取 {most:number} 页。请从 "{from:number}-{to:number}" 开始。',
  },
})

export interface PageRange {
  readonly first: number
  readonly last: number
}

const MAX_UNASKED = 10
const MAX_PAGES = 20

/** Which pages a call gets: `"3"`, `"1-5"` or `"10-"`; all of a short document when it does not say. */
export const pageRange = (pages: string | undefined, total: number): PageRange => {
  if (total < 1) throw new ToolError(says('none'))
  if (pages === undefined || pages.trim() === '') {
    if (total > MAX_UNASKED)
      throw new ToolError(says('tooMany', { total, most: MAX_UNASKED, last: MAX_UNASKED, atOnce: MAX_PAGES }))
    return { first: 1, last: total }
  }
  const parts = /^\s*(\d{1,9})\s*(?:([-–])\s*(\d{1,9})?\s*)?$/.exec(pages)
  if (!parts) throw new ToolError(says('noRange', { pages: JSON.stringify(pages) }))
  const first = Number(parts[1])
  const last = parts[3] !== undefined ? Number(parts[3]) : parts[2] ? total : first
  if (first < 1 || last < first) throw new ToolError(says('order', { pages: JSON.stringify(pages) }))
  if (first > total) throw new ToolError(says('pastEnd', { count: total, pages: JSON.stringify(pages) }))
  const end = Math.min(last, total)
  if (end - first + 1 > MAX_PAGES)
    throw new ToolError(
      says('tooLong', {
        pages: JSON.stringify(pages),
        count: end - first + 1,
        most: MAX_PAGES,
        from: first,
        to: first + MAX_PAGES - 1,
      }),
    )
  return { first, last: end }
}
