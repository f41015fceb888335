/** Logical lines: what stands between line feeds. */
export const lineStart = (text: string, at: number): number =>
  at <= 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1

export const lineEnd = (text: string, at: number): number => {
  const end = text.indexOf('\n', at)
  return end === -1 ? text.length : end
}

export const firstNonBlank = (text: string, at: number): number => {
  const start = lineStart(text, at)
  const end = lineEnd(text, at)
  let stop = start
  while (stop < end && (text[stop] === ' ' || text[stop] === '\t')) stop += 1
  return stop
}
