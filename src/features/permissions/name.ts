const IGNORED = /\p{Cf}/gu

/** A file name as tables compare it: without case, composed, without characters that file systems skip. */
const foldName = (name: string): string => name.replace(IGNORED, '').normalize('NFC').toLowerCase()

const PLAIN = /^[\x20-\x7e]*$/

export const foldedNames = (path: string): readonly string[] => {
  const names = (PLAIN.test(path) ? path.toLowerCase() : path)
    .split('/')
    .filter(name => name !== '' && name !== '.')
  return PLAIN.test(path) ? names : names.map(foldName)
}
