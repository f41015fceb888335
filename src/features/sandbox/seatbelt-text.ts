/** A string of the profile language. */
export const text = (value: string): string => `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`

export const literal = (path: string): string => `(literal ${text(path)})`

export const subpath = (path: string): string => `(subpath ${text(path)})`

export const oneOf = (filters: readonly string[]): string =>
  filters.length === 1 ? `${filters[0]}` : `(require-any ${filters.join(' ')})`

/** Not the directory itself. */
export const isBelow = (path: string, directory: string): boolean =>
  path !== directory && path.startsWith(directory === '/' ? '/' : `${directory}/`)

/** A pattern for the path, and for a few others: what stands in it must be asked for by `subpath` as well. */
export const pathPattern = (path: string): string =>
  [...path]
    .map(char => {
      // Patterns know bytes: what is not ASCII stands for itself.
      if (/[\w/ -]/.test(char) || char > '~') return char
      return /["\\^\]\n\r\t]/.test(char) ? '.' : `[${char}]`
    })
    .join('')

/** A pattern for one name, or `outer/name`. `*` at the beginning stands for any beginning. Names there compare without case. */
export const namePattern = (name: string): string =>
  name.startsWith('*') ? `[^/]*${withoutCase(name.slice(1))}` : withoutCase(name)

const withoutCase = (name: string): string =>
  [...name]
    .map(char => {
      const lower = char.toLowerCase()
      const upper = char.toUpperCase()
      return lower === upper ? pathPattern(char) : `[${lower}${upper}]`
    })
    .join('')
