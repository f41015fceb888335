import { qrCode } from './qr-code.ts'

/** A QR code of a link, for the camera of a phone; none for one that only this machine can open. */
export const codeFor = (link: string, ground?: 'dark' | 'light'): string => {
  const { hostname } = new URL(link)
  if (hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.')) return ''
  const lines = qrLines(link, ground)
  return lines ? `${lines.join('\n')}\n` : ''
}

/** Readers want this much light around the code. */
const QUIET = 2

/**
 * A QR code as rows of text, two squares in a sign; undefined for what is too long. The signs stand for the light squares:
 * on a dark terminal they are light. Give `dark` for one that is light itself.
 */
export const qrLines = (text: string, ground: 'dark' | 'light' = 'dark'): readonly string[] | undefined => {
  const code = qrCode(text)
  if (!code) return undefined
  const size = code.length + 2 * QUIET
  const inked = (x: number, y: number): boolean => {
    if (y >= size) return false
    return (code[y - QUIET]?.[x - QUIET] ?? false) === (ground === 'light')
  }
  const sign = (x: number, y: number): string =>
    [' ', '▄', '▀', '█'][(inked(x, y) ? 2 : 0) + (inked(x, y + 1) ? 1 : 0)] ?? ' '
  return Array.from({ length: Math.ceil(size / 2) }, (_, row) =>
    Array.from({ length: size }, (__, x) => sign(x, row * 2)).join(''),
  )
}
