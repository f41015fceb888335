import { baseOf } from '../../protocol/model.ts'

/** Whether a list of families (`opus`), beginnings of ids (`opus-4-5`) or whole ids has this model. */
export const isAvailable = (id: string, list: readonly string[]): boolean => {
  const base = baseOf(id)
  return list.some(entry => {
    const wanted = entry.trim().toLowerCase()
    if (wanted === id.toLowerCase()) return true
    const beginning = baseOf(wanted)
    return [beginning, `claude-${beginning}`].some(begin => base === begin || base.startsWith(`${begin}-`))
  })
}
