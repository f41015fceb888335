/** A value with the English of every text in it in the place of its data. */
export const englishOf = <T>(value: T): unknown => {
  if (Array.isArray(value)) return value.map(englishOf)
  if (value instanceof Map) return new Map([...value].map(([key, each]) => [key, englishOf(each)]))
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return value
  if ('id' in value && 'text' in value) return value.text
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, englishOf(each)]))
}
