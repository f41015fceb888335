import { isAbsolute, resolve } from 'node:path'
import { absolutePath } from './file-path.ts'

const SPECIAL = /[*?[{]/

/**
 * A glob as a regular expression over whole paths with `/`. `*` and `?` stay within a name, `**` crosses
 * directories, `[…]` and `{a,b}` work as in a shell, `\` takes the next character as it is.
 */
export const globToRegExp = (glob: string): RegExp => {
  try {
    return new RegExp(`^${translate(glob)}$`, 's')
  } catch {
    // An odd class such as [z-a]: nothing can match it but the text itself.
    return new RegExp(`^${literal(glob)}$`, 's')
  }
}

const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')

const TOKEN = /\/\*\*(?=\/|$)|\*\*\/|\*+|\?|\[[!^]?\]?[^\]]*\]|[{},]|\\.|./gs

const translate = (glob: string): string => {
  const closed = bracesMatch(glob)
  let depth = 0
  return (glob.match(TOKEN) ?? [])
    .map(token => {
      if (token === '/**') return '(?:/.*)?'
      if (token === '**/') return '(?:.*/)?'
      if (token.startsWith('*')) return token.length > 1 ? '.*' : '[^/]*'
      if (token === '?') return '[^/]'
      if (token.startsWith('[') && token.length > 1) return characterClass(token)
      if (token === '{' && closed) return depth++ >= 0 ? '(?:' : ''
      if (token === '}' && closed) return depth-- >= 0 ? ')' : ''
      if (token === ',' && depth > 0) return '|'
      return literal(token.length === 2 && token.startsWith('\\') ? token.slice(1) : token)
    })
    .join('')
}

const bracesMatch = (glob: string): boolean => {
  let depth = 0
  for (const token of glob.match(TOKEN) ?? []) {
    if (token === '{') depth++
    if (token === '}' && --depth < 0) return false
  }
  return depth === 0
}

const characterClass = (token: string): string => {
  const negated = token[1] === '!' || token[1] === '^'
  const inner = token.slice(negated ? 2 : 1, -1).replace(/[\\\][&]/g, '\\$&')
  return negated ? `(?:(?!/)[^${inner}])` : `(?:(?!/)[${inner}])`
}

/** Splits a glob into the directory its plain beginning names and the rest below it. */
export const splitGlob = (
  glob: string,
  base: string,
): { readonly directory: string; readonly rest: string } => {
  const whole = glob.startsWith('~/') ? absolutePath(glob, base) : glob
  const parts = whole.split('/')
  const special = parts.findIndex(part => SPECIAL.test(part))
  const plain = special < 0 ? parts.length - 1 : special
  // A name that occurs anywhere below is no directory: `*.ts` has nothing plain in front.
  const beginning = parts.slice(0, plain).join('/')
  const directory = isAbsolute(whole) ? resolve('/', beginning) : resolve(base, beginning)
  return { directory, rest: parts.slice(plain).join('/') }
}
