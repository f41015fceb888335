/**
 * What people call a model: `claude-sonnet-4-5-20250929` is Sonnet 4.5, with or without what a provider puts around it.
 * Ids of other makers are the names people know them by.
 */
export const modelName = (id: string): string => {
  const [, rest = '', long] =
    /(?:^|[/.])claude-([a-z0-9-]+?)(?:-v\d+(?::\d+)?|@.*)?(\[1m\])?$/i.exec(id) ?? []
  const words = rest.replace(/-(?:\d{8}|latest)$/, '').split('-')
  const family = words.find(word => /^[a-z]/i.test(word))
  if (family === undefined) return id
  const version = words.filter(word => /^\d+$/.test(word)).join('.')
  const others = words.filter(word => word !== family && !/^\d+$/.test(word))
  const name = [family, version, ...others].filter(word => word !== '').map(capital)
  return [...name, ...(long ? ['(1M context)'] : [])].join(' ')
}

const capital = (word: string): string => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`
