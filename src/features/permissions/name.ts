const IGNORED = /\p{Cf}/gu

/** A file name as tables compare it: without case, composed, without characters that file systems skip. */
const foldName = (name: string): string => name.replace(IGNORED, '').normalize('NFC').toLowerCase()

/** Most paths need no more than lower case. */
const PLAIN = /^[ -~]*$/

/** Whether a path is spelled so plainly that lower case is all its folding is. */
export const isPlainPath = (path: string): boolean => PLAIN.test(path)

export const foldedNames = (path: string): readonly string[] => {
  const plain = isPlainPath(path)
  const names = (plain ? path.toLowerCase() : path).split('/').filter(name => name !== '' && name !== '.')
  return plain ? names : names.map(foldName)
}
