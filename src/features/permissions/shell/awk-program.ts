import { AwkDoubt, AwkParser } from './awk/awk-parser.ts'

/** A longer program is not a look at something, and reading it would take time. */
const MAX_CHARS = 2_000
/** What a program is written in: no control characters but tab and newline. */
const READABLE = /^[\t\n -~\u00a0-\u{10ffff}]*$/u

/** Whether an awk program only computes and prints, for every implementation of awk. In doubt no. */
export const isHarmlessAwk = (program: string): boolean => {
  if (program.length > MAX_CHARS || !READABLE.test(program)) return false
  try {
    new AwkParser(program).parse()
    return true
  } catch (error) {
    if (error instanceof AwkDoubt) return false
    throw error
  }
}
