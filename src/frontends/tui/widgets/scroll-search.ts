import { stripAnsi } from '../../../lib/strip-ansi.ts'

/** The next line that holds the words, from `from` on in the direction, round the end; undefined when none does. */
export const findLine = (
  lines: readonly string[],
  query: string,
  { from, step }: { readonly from: number; readonly step: 1 | -1 },
): number | undefined => {
  if (query === '' || lines.length === 0) return undefined
  const wanted = query.toLowerCase()
  for (let tried = 0; tried < lines.length; tried++) {
    const at = (((from + tried * step) % lines.length) + lines.length) % lines.length
    if (
      stripAnsi(lines[at] ?? '')
        .toLowerCase()
        .includes(wanted)
    )
      return at
  }
  return undefined
}
