/** Data as certificates are written: a kind, a length, a content. Only what a certificate of our own needs. */
export type Der = Uint8Array

const item = (tag: number, content: Uint8Array): Der => {
  const { length } = content
  const bytes = length < 0x80 ? [length] : lengthBytes(length)
  return Buffer.concat([Uint8Array.of(tag, ...bytes), content])
}

const lengthBytes = (length: number): readonly number[] => {
  const bytes: number[] = []
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256)
  return [0x80 | bytes.length, ...bytes]
}

export const sequence = (...parts: readonly Der[]): Der => item(0x30, Buffer.concat(parts))
export const set = (...parts: readonly Der[]): Der => item(0x31, Buffer.concat(parts))
export const octets = (content: Uint8Array): Der => item(0x04, content)
export const utf8 = (text: string): Der => item(0x0c, Buffer.from(text, 'utf8'))
export const yes: Der = Uint8Array.of(0x01, 0x01, 0xff)

/** A whole number above zero, its highest byte first. */
export const integer = (bytes: Uint8Array): Der => {
  const plain = bytes.subarray(
    Math.max(
      0,
      bytes.findIndex(byte => byte !== 0),
    ),
  )
  return item(0x02, (plain[0] ?? 0) < 0x80 ? plain : Buffer.concat([Uint8Array.of(0), plain]))
}

/** `unused`: how many of the last byte do not count. */
export const bits = (content: Uint8Array, unused = 0): Der =>
  item(0x03, Buffer.concat([Uint8Array.of(unused), content]))

/** `wrapped`: whole items stand in it. */
export const tagged = (number: number, content: Uint8Array, how: 'wrapped' | 'plain'): Der =>
  item((how === 'wrapped' ? 0xa0 : 0x80) | number, content)

export const identifier = (dotted: string): Der => {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  return item(0x06, Uint8Array.from([first * 40 + second, ...rest.flatMap(groupsOfSeven)]))
}

const groupsOfSeven = (value: number): readonly number[] => {
  const bytes = [value % 128]
  for (let rest = Math.floor(value / 128); rest > 0; rest = Math.floor(rest / 128))
    bytes.unshift(0x80 | (rest % 128))
  return bytes
}

export const time = (at: Date): Der => {
  const [, century = '', rest = ''] = /^(\d\d)(.*)$/.exec(at.toISOString().replace(/\.\d+|[-:T]/g, '')) ?? []
  // Two digits of the year stand for 1950 to 2049.
  return at.getUTCFullYear() < 2050
    ? item(0x17, Buffer.from(rest, 'latin1'))
    : item(0x18, Buffer.from(`${century}${rest}`, 'latin1'))
}
