/** `.name`, which jq reads as one word; behind a digit or another dot it may read something else. */
const FIELD = /(?<![.\d])\.[A-Za-z_]\w*/g
const TEXT = /"[^"]*"/g
/** Words that reach the environment, other files, or what jq keeps for itself. */
const REACHES_OUT = /(?<!\w)(?:env|import|include|modulemeta|get_search_list)(?!\w)|\$__/i

/** Whether a jq filter sees nothing but its input: no environment, no modules, no internals. In doubt no. */
export const isHarmlessJq = (filter: string): boolean => {
  // A quote in a comment begins no text, one behind a backslash ends none, and a text with a backslash may compute.
  const code = /[#\\]/.test(filter) ? filter : filter.replace(TEXT, '""')
  return !REACHES_OUT.test(code.replace(FIELD, '.'))
}
