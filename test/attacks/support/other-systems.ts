/** How a program of another system reads its letters. */
export interface OtherReading {
  readonly system: 'bsd' | 'macos' | 'busybox'
  /** Letters that stand alone, and those that take the next word. */
  readonly alone: string
  readonly valued: string
  /** Those of them whose value is read only when it is attached. */
  readonly attached?: string
  /** Those of the valued ones that name a file. */
  readonly files?: string
}

const bsd = (alone: string, valued: string, more: Partial<OtherReading> = {}): OtherReading => ({
  system: 'bsd',
  alone,
  valued,
  ...more,
})
const macos = (alone: string, valued: string, more: Partial<OtherReading> = {}): OtherReading => ({
  ...bsd(alone, valued, more),
  system: 'macos',
})

/** From the manuals of FreeBSD 14, OpenBSD 7 and macOS 14, as far as they differ from those of a GNU system in letters. */
export const OTHER_SYSTEMS: Readonly<Record<string, readonly OtherReading[]>> = {
  cat: [bsd('belnstuv', '')],
  head: [bsd('qv', 'nc')],
  tail: [bsd('Ffqrv', 'bcn')],
  wc: [bsd('clmwL', '')],
  grep: [
    bsd('EFGHILOSRUVabchilnopqrsuvwxyz', 'ABCDdefm', { files: 'f' }),
    bsd('EFGHILRUVZabchilnopqrsuvwxy', 'ABefm', { attached: 'C', files: 'f' }),
  ],
  date: [bsd('jnRu', 'frvz', { attached: 'I', files: 'r' }), macos('jnRu', 'dftrvz', { files: 'r' })],
  cut: [bsd('snw', 'bcdf')],
  paste: [bsd('s', 'd')],
  sort: [bsd('bcCdfghiMmnRrsuVz', 'koStT', { files: 'oT' })],
  uniq: [bsd('cdiu', 'fs', { attached: 'D' })],
  tr: [bsd('Ccdsu', '')],
  column: [bsd('tx', 'cls'), bsd('entx', 'cs')],
  fold: [bsd('bs', 'w')],
  expand: [bsd('', 't')],
  join: [bsd('', '12aejotv', { attached: 'a' })],
  seq: [bsd('w', 'fst')],
  nl: [bsd('p', 'bdfhilnsvw')],
  stat: [bsd('FHLlnqrsx', 'ft')],
  file: [macos('bcdDhiIkLnNrsSvzZ', 'eFfmMP', { files: 'fmM' })],
  du: [bsd('AHLPachgklmnrsx', 'BIdt')],
  df: [bsd('abcgHhiklmnPT', 't'), macos('abcgHhiIklmnPY', 'T', { attached: 't' })],
  realpath: [bsd('q', '')],
  readlink: [bsd('fn', '')],
  basename: [bsd('a', 's')],
  cksum: [bsd('', 'o')],
  md5sum: [bsd('bctqz', '')],
  sha256sum: [bsd('bctqz', '')],
  od: [bsd('aBbcDdeFfHhIiLlOosvXx', 'AjNt')],
  hexdump: [bsd('bcCdovx', 'efns', { files: 'f' })],
  strings: [macos('ao', 'nt'), bsd('afhov', 'ent')],
  base64: [macos('Ddh', 'biow', { files: 'io' }), bsd('di', 'w')],
  diff: [bsd('aBbcdefHhilnNPpqrsTtuwy', 'ACDFILSUWXx', { files: 'X' })],
  cmp: [bsd('bhlsxz', 'in')],
  comm: [bsd('123i', '')],
  id: [bsd('AGMPacgnpru', '')],
  uname: [bsd('abiKmnoprsUv', '')],
  hostname: [bsd('dfs', '')],
  pgrep: [bsd('LSafilnoqvx', 'FGMNPTUcdgjstu', { files: 'FMN' })],
  netstat: [macos('46AaBbcdgiLlmnRrsSuvWx', 'fFIMNpqtTw', { files: 'MN' })],
  which: [bsd('as', '')],
  whereis: [bsd('abmqsux', 'BMSf')],
  locale: [bsd('ackm', '')],
  unzip: [macos('aCcfjLlnopqtuvyZ1', 'dIOPx', { files: 'd' })],
  xxd: [],
}
