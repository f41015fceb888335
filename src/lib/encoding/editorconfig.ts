import { readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { compileIgnorePattern } from '../ignore-pattern.ts'

const MAX_BYTES = 64 * 1024
const MAX_LEVELS = 40
const MAX_PATTERNS = 50

/** The `charset` that the `.editorconfig` files above a file give it; the nearest one that says something counts. */
export const editorconfigCharset = (path: string): string | undefined => {
  let directory = dirname(path)
  for (let level = 0; level < MAX_LEVELS; level++) {
    const text = readSmall(join(directory, '.editorconfig'))
    const { charset, isRoot } = text === undefined ? {} : charsetIn(text, relative(directory, path))
    const above = dirname(directory)
    if (charset !== undefined || isRoot || above === directory) return charset
    directory = above
  }
  return undefined
}

const readSmall = (path: string): string | undefined => {
  try {
    const stats = statSync(path, { throwIfNoEntry: false })
    return stats?.isFile() && stats.size <= MAX_BYTES ? readFileSync(path, 'utf8') : undefined
  } catch {
    // What cannot be read says nothing.
    return undefined
  }
}

/** In one file the last section that fits counts. */
const charsetIn = (text: string, path: string): { readonly charset?: string; readonly isRoot: boolean } => {
  const name = path.split(sep).join('/')
  let section: string | undefined
  let isRoot = false
  let charset: string | undefined
  for (const line of text.replace(/^\ufeff/, '').split(/\r?\n/)) {
    const head = /^\s*\[(.*)\]\s*$/.exec(line)?.[1]
    if (head !== undefined) section = head
    const [, key = '', value = ''] = /^\s*([^#;=:[\s][^=:]*?)\s*[=:]\s*([^\s;#]*)/.exec(line) ?? []
    if (section === undefined && key.toLowerCase() === 'root') isRoot = value.toLowerCase() === 'true'
    if (section !== undefined && key.toLowerCase() === 'charset' && fits(section, name)) charset = value
  }
  return { isRoot, ...(charset === undefined || charset === 'unset' ? {} : { charset }) }
}

const fits = (section: string, path: string): boolean =>
  withoutBraces(section.replaceAll(/\*\*(?=[^/])/g, '**/*')).some(pattern =>
    compileIgnorePattern(pattern, { ignoreCase: false }).matches(path, 'file'),
  )

/** `{a,b}` and `{1..3}` written out, as far as that is not too much. */
const withoutBraces = (pattern: string): readonly string[] => {
  let patterns = [pattern]
  for (;;) {
    const next = patterns.flatMap(each => {
      const [found, inner = ''] = /\{([^{}]*(?:,|\.\.)[^{}]*)\}/.exec(each) ?? []
      return found === undefined ? [each] : choices(inner).map(choice => each.replace(found, () => choice))
    })
    if (next.length === patterns.length && next.every((each, index) => each === patterns[index]))
      return patterns
    if (next.length > MAX_PATTERNS) return []
    patterns = next
  }
}

const choices = (inner: string): readonly string[] => {
  const [, from, to] = /^(-?\d{1,6})\.\.(-?\d{1,6})$/.exec(inner) ?? []
  if (from === undefined || to === undefined) return inner.split(',')
  const first = Math.min(Number(from), Number(to))
  const count = Math.min(MAX_PATTERNS + 1, Math.abs(Number(to) - Number(from)) + 1)
  return Array.from({ length: count }, (_, index) => String(first + index))
}
