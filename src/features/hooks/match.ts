import { errorText } from '../../lib/error-text.ts'

/** How a matcher relates to a name; `invalid` carries why the regular expression does not compile. */
type Match =
  | { readonly kind: 'yes' }
  | { readonly kind: 'no' }
  | { readonly kind: 'invalid'; readonly why: string }

const NAMES_ONLY = /^[A-Za-z0-9_\- ,|]+$/
/** Where names have dots and blanks of their own. */
const WORDS_ONLY = /^[A-Za-z0-9_|]+$/

/**
 * `*`, empty or absent matches all. Letters, digits, `_`, `-` and blanks are exact names separated by `|` or `,`;
 * anything else makes it a regular expression that may match anywhere in the name.
 */
export const matchName = (
  matcher: string | undefined,
  name: string,
  { wordsOnly = false }: { readonly wordsOnly?: boolean } = {},
): Match => {
  if (matcher === undefined || matcher === '' || matcher === '*') return { kind: 'yes' }
  if ((wordsOnly ? WORDS_ONLY : NAMES_ONLY).test(matcher))
    return { kind: matcher.split(/[|,]/).some(word => word.trim() === name) ? 'yes' : 'no' }
  // A list of file names is one, although a dot is a pattern elsewhere.
  if (wordsOnly && matcher.split('|').some(word => word.trim() === name)) return { kind: 'yes' }
  try {
    return { kind: new RegExp(matcher).test(name) ? 'yes' : 'no' }
  } catch (error) {
    return { kind: 'invalid', why: errorText(error) }
  }
}
