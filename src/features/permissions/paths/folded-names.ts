const IGNORED = /\p{Cf}/gu

/** A file name as tables compare it: without case, composed, without characters that file systems skip. */
const foldName = (name: string): string => name.replace(IGNORED, '').normalize('NFC').toLowerCase()

/** Most paths need no more than lower case. */
const PLAIN = /^[ -~]*$/

export const foldedNames = (path: string): readonly string[] => {
  const plain = PLAIN.test(path)
  const names = (plain ? path.toLowerCase() : path).split('/').filter(name => name !== '' && name !== '.')
  return plain ? names : names.map(foldName)
}
