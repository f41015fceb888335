import { findSensitive, mayMatchSensitive } from '../sensitive.ts'

const MAX_FORMS = 64

/** `a{b,c}d` as the texts it stands for. */
const formsOf = (glob: string): readonly string[] => {
  const brace = /^(.*?)\{([^{}]*)\}(.*)$/.exec(glob)
  if (!brace) return [glob]
  const [, head = '', middle = '', tail = ''] = brace
  return middle.split(',').flatMap(one => formsOf(`${head}${one}${tail}`))
}

/**
 * Whether the pattern of a search picks files that hold secrets. A pattern that names nothing in particular (`*`,
 * `src/**`) is a plain search and picks none.
 */
export const picksSecrets = (glob: string): boolean => {
  if (glob.startsWith('!')) return false
  if (glob.split('{').length > 4) return true
  const forms = formsOf(glob)
  if (forms.length > MAX_FORMS) return true
  return forms.some(form => {
    const last = form.slice(form.lastIndexOf('/') + 1)
    if (/^\*+$/.test(last)) return findSensitive(form.replace(/\/?\*+$/, '')) !== undefined
    return findSensitive(form) !== undefined || mayMatchSensitive(last)
  })
}

/** Options that choose the files of a search: one that picks files with secrets is a way of naming them. */
export const searchesPlainly = (name: string, value: string): boolean =>
  !['g', 'glob', 'iglob', 'include'].includes(name) ||
  (/^\*+\.[a-z\d]+$/i.test(value)
    ? findSensitive(`x${value.replaceAll('*', '')}`) === undefined
    : !picksSecrets(value))
