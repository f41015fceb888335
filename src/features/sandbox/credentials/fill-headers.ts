import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'
import type { Filling } from './credential-vault.ts'

/** Where nobody logs in, and what servers like to repeat. */
const NEVER =
  /^(?:host|user-agent|referer|origin|via|forwarded|x-forwarded-.*|from|date|range|expect|te|accept(?:-.*)?|content-.*|if-.*|access-control-.*|sec-.*)$/i
/** What fits into a header without ending it. */
const FITTING = /^[\t\x20-\x7e\x80-\xff]*$/

/** Headers with secrets in the place of placeholders, and what takes them out of texts that come back. */
export const fillHeaders = (
  headers: IncomingHttpHeaders,
  fillings: readonly Filling[],
): { readonly headers: OutgoingHttpHeaders; readonly hidden: readonly Filling[] } => {
  const hidden: Filling[] = [...fillings]
  const filled = Object.entries(headers).map(([name, value]) => {
    if (typeof value !== 'string' || NEVER.test(name)) return [name, value]
    const plain = fillIn(value, fillings)
    if (plain !== value) return [name, FITTING.test(plain) ? plain : value]
    const basic = name === 'authorization' ? fillBasic(value, fillings) : undefined
    if (basic) hidden.push({ secret: basic, placeholder: value.replace(BASIC, '$2') })
    return [name, basic ? value.replace(BASIC, (_all, scheme: string) => `${scheme}${basic}`) : value]
  })
  return { headers: Object.fromEntries(filled), hidden }
}

/** Response headers with placeholders in the place of secrets. */
export const hideInHeaders = (
  headers: IncomingHttpHeaders,
  hidden: readonly Filling[],
): OutgoingHttpHeaders => {
  const hide = (text: string): string =>
    hidden.reduce((now, { secret, placeholder }) => now.replaceAll(secret, () => placeholder), text)
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      // A length is a length, however short the secret is.
      if (value === undefined || name === 'content-length') return [name, value]
      return [name, Array.isArray(value) ? value.map(hide) : hide(value)]
    }),
  )
}

const fillIn = (text: string, fillings: readonly Filling[]): string =>
  fillings.reduce((now, { secret, placeholder }) => now.replaceAll(placeholder, () => secret), text)

const BASIC = /^(basic +)([a-z\d+/]+={0,2})$/i

/** Name and password are one text there; undefined: there is nothing to put in. */
const fillBasic = (value: string, fillings: readonly Filling[]): string | undefined => {
  const given = BASIC.exec(value)?.[2]
  if (given === undefined) return undefined
  const pair = Buffer.from(given, 'base64').toString('latin1')
  const filled = fillIn(pair, fillings.map(encoded))
  return filled === pair ? undefined : Buffer.from(filled, 'latin1').toString('base64')
}

const encoded = ({ secret, placeholder }: Filling): Filling => ({
  secret: Buffer.from(secret, 'utf8').toString('latin1'),
  placeholder,
})
