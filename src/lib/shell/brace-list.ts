/** More forms than that are not written out. */
const MAX_FORMS = 64

/** Without a step and leading zeros, which bash 3.2 does not know. */
const SEQUENCE = /^\{(-?\d{1,6})\.\.(-?\d{1,6})\}$/
const LETTERS = /^\{([a-z])\.\.([a-z])\}$|^\{([A-Z])\.\.([A-Z])\}$/
/** Nothing in it is quoted, expands or means something else. Wildcards stay wildcards in each form. */
const LIST = /^\{[\w./@%+:=*?-]*(?:,[\w./@%+:=*?-]*)+\}$/

const steps = (from: number, to: number): readonly number[] | undefined => {
  const count = Math.abs(to - from) + 1
  if (count > MAX_FORMS) return undefined
  return Array.from({ length: count }, (_, at) => from + (to < from ? -at : at))
}

const isPadded = (text: string): boolean => /^-?0\d/.test(text)

/** The texts that a brace list of literals or a sequence stands for, in bash's order; undefined when in doubt. */
export const braceForms = (text: string): readonly string[] | undefined => {
  const [, from, to] = SEQUENCE.exec(text) ?? []
  if (from !== undefined && to !== undefined)
    return isPadded(from) || isPadded(to) ? undefined : steps(Number(from), Number(to))?.map(String)
  const letters = LETTERS.exec(text)
  const first = letters?.[1] ?? letters?.[3]
  const last = letters?.[2] ?? letters?.[4]
  if (first && last)
    return steps(first.charCodeAt(0), last.charCodeAt(0))?.map(code => String.fromCharCode(code))
  if (!LIST.test(text) || text.includes('..')) return undefined
  const forms = text.slice(1, -1).split(',')
  return forms.length > MAX_FORMS ? undefined : forms
}
