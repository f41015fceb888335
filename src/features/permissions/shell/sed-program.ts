import { type LabelEnd, SedScanner } from './sed/sed-scanner.ts'

/** A longer script is not a look at something, and some implementations cut a long line in two. */
const MAX_BYTES = 1_000
const LABEL_ENDS: readonly LabelEnd[] = ['semicolon', 'line']
/** What a script is written in: no control characters but tab and newline. */
const READABLE = /^[\t\n -~\u00a0-\u{10ffff}]*$/u

/**
 * The letters of a script's commands when it only prints and rearranges, whoever reads it; undefined when for some
 * implementation it may do more, or in doubt.
 */
export const sedCommands = (script: string): readonly string[] | undefined => {
  if (Buffer.byteLength(script) > MAX_BYTES || !READABLE.test(script)) return undefined
  const scanners = LABEL_ENDS.map(labels => new SedScanner(script, labels))
  return scanners.every(scanner => scanner.scan()) ? scanners[0]?.letters : undefined
}

/** Whether a sed script only prints and rearranges: no file is read or written, nothing is run. In doubt no. */
export const isHarmlessSed = (script: string): boolean => sedCommands(script) !== undefined
