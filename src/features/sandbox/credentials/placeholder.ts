import { randomInt } from 'node:crypto'
import { KEY_FORMATS } from '../../../lib/secrets/key-formats.ts'

const DIGITS = '0123456789'
const LOWER = 'abcdefghijklmnopqrstuvwxyz'
const HEX = `${DIGITS}abcdef`
const ALL = `${DIGITS}${LOWER}${LOWER.toUpperCase()}`
/** Fewest characters that nobody guesses. */
const FEWEST = 24
const MOST = 500

const BEGINNINGS = KEY_FORMATS.flatMap(({ anchors }) => anchors).toSorted((a, b) => b.length - a.length)

/**
 * What stands for a secret where it must not be seen: of the same length and beginning where a program may look at that,
 * otherwise random. Letters and digits only, so that it stays what it is in an address, in JSON and in base64.
 */
export const placeholderFor = (secret: string): string => {
  const beginning = BEGINNINGS.find(anchor => secret.startsWith(anchor)) ?? ''
  const rest = secret.slice(beginning.length)
  return `${beginning}${randomText(Math.min(Math.max(rest.length, FEWEST), MOST), /^[0-9a-f]+$/.test(rest) ? HEX : ALL)}`
}

const randomText = (length: number, signs: string): string =>
  Array.from({ length }, () => signs[randomInt(signs.length)]).join('')

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

const parsed = (text: string): Readonly<Record<string, unknown>> | undefined => {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}

/** What a program reads of a token to know whether it is still good. */
const TIMES = ['exp', 'iat', 'nbf']

/**
 * The same for a signed token (JWT): one that can be taken apart and that nobody signed. With `claims` only these are
 * replaced in it. Undefined: it is none, or has none of them.
 */
export const placeholderToken = (token: string, claims?: readonly string[]): string | undefined => {
  const [head, body, signature, ...more] = token.split('.')
  const header = parsed(head ?? '')
  const payload = parsed(body ?? '')
  if (!header || !payload || !signature || more.length > 0) return undefined
  const forged = randomText(Math.max(signature.length, FEWEST), ALL)
  if (!claims) {
    const times = Object.fromEntries(TIMES.flatMap(name => (name in payload ? [[name, payload[name]]] : [])))
    return `${head}.${part({ ...times, jti: randomText(FEWEST, ALL) })}.${forged}`
  }
  const masked = claims.filter(name => Object.hasOwn(payload, name))
  if (masked.length === 0) return undefined
  const replaced = masked.map(name => [name, placeholderFor(String(payload[name]))])
  return `${head}.${part({ ...payload, ...Object.fromEntries(replaced) })}.${forged}`
}
