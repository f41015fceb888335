import { ToolError } from '../../../protocol/tool.ts'

export interface PageRange {
  readonly first: number
  readonly last: number
}

const MAX_UNASKED = 10
const MAX_PAGES = 20

/** Which pages a call gets: `"3"`, `"1-5"` or `"10-"`; all of a short document when it does not say. */
export const pageRange = (pages: string | undefined, total: number): PageRange => {
  if (total < 1) throw new ToolError('The document has no pages.')
  if (pages === undefined || pages.trim() === '') {
    if (total > MAX_UNASKED)
      throw new ToolError(
        `The document has ${total} pages, more than the ${MAX_UNASKED} that are read without asking. Give pages, such as "1-${MAX_UNASKED}" (at most ${MAX_PAGES} in a call).`,
      )
    return { first: 1, last: total }
  }
  const parts = /^\s*(\d{1,9})\s*(?:([-–])\s*(\d{1,9})?\s*)?$/.exec(pages)
  if (!parts) throw new ToolError(`pages ${JSON.stringify(pages)} is no range of pages. Write "3" or "1-5".`)
  const first = Number(parts[1])
  const last = parts[3] !== undefined ? Number(parts[3]) : parts[2] ? total : first
  if (first < 1 || last < first)
    throw new ToolError(`pages ${JSON.stringify(pages)} is no range: pages count from 1 upwards.`)
  if (first > total)
    throw new ToolError(
      `The document has only ${total} page${total === 1 ? '' : 's'}; pages ${JSON.stringify(pages)} begins past its end.`,
    )
  const end = Math.min(last, total)
  if (end - first + 1 > MAX_PAGES)
    throw new ToolError(
      `pages ${JSON.stringify(pages)} are ${end - first + 1} pages; at most ${MAX_PAGES} can be read in a call. Begin with "${first}-${first + MAX_PAGES - 1}".`,
    )
  return { first, last: end }
}
