const LINE_END = 10

/** Which lines of the new content differ, in words for the model: "lines 3-7". */
export const changedLines = (before: Uint8Array | undefined, after: Uint8Array): string => {
  if (!before) return 'the file was made'
  const start = sharedStart(before, after)
  const end = sharedEnd(before, after, start)
  const from = lineEnds(after, 0, start) + 1
  // The end of the last changed line is no further line.
  const to = from + lineEnds(after, start, after.length - end - 1)
  return from === to ? `line ${from}` : `lines ${from}-${to}`
}

const sharedStart = (a: Uint8Array, b: Uint8Array): number => {
  const most = Math.min(a.length, b.length)
  let at = 0
  while (at < most && a[at] === b[at]) at++
  return at
}

const sharedEnd = (a: Uint8Array, b: Uint8Array, start: number): number => {
  const most = Math.min(a.length, b.length) - start
  let at = 0
  while (at < most && a[a.length - 1 - at] === b[b.length - 1 - at]) at++
  return at
}

const lineEnds = (data: Uint8Array, from: number, to: number): number => {
  let count = 0
  for (let at = data.indexOf(LINE_END, from); at >= 0 && at < to; at = data.indexOf(LINE_END, at + 1)) count++
  return count
}
