const BEFORE_NOON_MARK = /[ \u00a0\u202f](?=[AP]M\b[^/]*$)/i

/**
 * The other spelling of a name with a time of day in it: macOS puts a narrow no-break space before AM and PM, which
 * looks like the blank that everybody types. `undefined` for every other name.
 */
export const screenshotTwin = (path: string): string | undefined => {
  const found = BEFORE_NOON_MARK.exec(path)
  if (!found) return undefined
  const other = found[0] === '\u202f' ? ' ' : '\u202f'
  return path.slice(0, found.index) + other + path.slice(found.index + 1)
}
