import { qrLines } from './qr-lines.ts'

/** A QR code of a link, for the camera of a phone; none for one that only this machine can open. */
export const codeFor = (link: string, ground?: 'dark' | 'light'): string => {
  const { hostname } = new URL(link)
  if (hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.')) return ''
  const lines = qrLines(link, ground)
  return lines ? `${lines.join('\n')}\n` : ''
}
