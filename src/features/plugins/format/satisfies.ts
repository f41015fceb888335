type Version = readonly [number, number, number]

const parse = (text: string): Version | undefined => {
  const [, a, b = '0', c = '0'] = /^v?(\d+)(?:\.(\d+))?(?:\.(\d+))?/.exec(text.trim()) ?? []
  return a === undefined ? undefined : [Number(a), Number(b), Number(c)]
}

const compare = (a: Version, b: Version): number => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]

/** Whether a version is one of a range: `1.2.3`, `^1.2`, `~1.2.3`, `>=1`, `*`. What cannot be read fits nothing. */
export const satisfies = (version: string, range: string): boolean => {
  if (range.trim() === '*' || range.trim() === '') return true
  const [, sign = '=', rest = ''] = /^\s*(\^|~|>=|=|>)?\s*(.*)$/.exec(range) ?? []
  const [has, wanted] = [parse(version), parse(rest)]
  if (!has || !wanted) return false
  const atLeast = compare(has, wanted) >= 0
  switch (sign) {
    case '^':
      return atLeast && has[0] === wanted[0] && (wanted[0] > 0 || has[1] === wanted[1])
    case '~':
      return atLeast && has[0] === wanted[0] && has[1] === wanted[1]
    case '>=':
      return atLeast
    case '>':
      return compare(has, wanted) > 0
    default:
      return compare(has, wanted) === 0
  }
}
