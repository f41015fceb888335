import { foldCase } from '../../../lib/case-rule.ts'

const IGNORED = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu

/** A file name as tables compare it: without case, composed, without characters that file systems skip. */
const foldName = (name: string): string => foldCase(name.replace(IGNORED, ''))

/** Most paths need no more than lower case. */
const PLAIN = /^[ -~]*$/

export const foldedNames = (path: string): readonly string[] => {
  const plain = PLAIN.test(path)
  const names = (plain ? path.toLowerCase() : path).split('/').filter(name => name !== '' && name !== '.')
  return plain ? names : names.map(foldName)
}
