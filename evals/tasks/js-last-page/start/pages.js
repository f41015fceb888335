/** Items of one page, counted from 1, and how many pages there are. */
export const paginate = (items, page, size) => {
  const pages = Math.floor(items.length / size)
  const from = (Math.min(page, pages) - 1) * size
  return { pages, items: items.slice(from, from + size) }
}
