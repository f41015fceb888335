const IGNORED = /\p{Cf}/gu

/** A file name as tables compare it: without case, composed, without characters that file systems skip. */
const foldName = (name: string): string => name.replace(IGNORED, '').normalize('NFC').toLowerCase()

export const foldedNames = (path: string): readonly string[] =>
  path
    .split('/')
    .filter(name => name !== '' && name !== '.')
    .map(foldName)
