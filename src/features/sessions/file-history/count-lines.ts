import { anyText } from '../../../lib/files/text-file.ts'

const MAX_DIFF_MS = 200
const MAX_DIFF_BYTES = 2 * 1024 * 1024

export interface LineCount {
  readonly insertions: number
  readonly deletions: number
}

const NONE: LineCount = { insertions: 0, deletions: 0 }

/** Lines that change between two contents; nothing for binary ones. */
export const countLines = async (before: Uint8Array, after: Uint8Array): Promise<LineCount> => {
  const [old, now] = await Promise.all([anyText(before), anyText(after)])
  if (old === undefined || now === undefined) return NONE
  const whole = { insertions: linesIn(now), deletions: linesIn(old) }
  if (old === now) return NONE
  if (old === '' || now === '' || before.length + after.length > MAX_DIFF_BYTES) return whole
  const { diffLines } = await import('diff')
  const parts = diffLines(old, now, { timeout: MAX_DIFF_MS })
  if (!parts) return whole
  let insertions = 0
  let deletions = 0
  for (const part of parts) {
    if (part.added) insertions += part.count
    if (part.removed) deletions += part.count
  }
  return { insertions, deletions }
}

const linesIn = (text: string): number =>
  text === '' ? 0 : text.split('\n').length - (text.endsWith('\n') ? 1 : 0)
