/** One way a credential is written: a literal beginning, then a form. */
export interface Format {
  /** Lower case letters, digits and dashes: it stands in the marker. */
  readonly kind: string
  /** Without one of these literals nothing is looked at more closely. */
  readonly anchors: readonly string[]
  /**
   * Sticky, made with the first anchor that is met; applied behind the anchor. Its repetitions are bounded. With a group `secret`, which ends the match, only
   * that is secret and the text before it stays readable; else all from the anchor on is.
   */
  readonly form: () => RegExp
  /** Characters before the anchor that belong to the secret; `form` is applied from there. */
  readonly back?: number
  /**
   * What is known of it: nothing beyond its form (absent), a value of a known name, a password of any form, or a value
   * of a name that may as well stand before plain words.
   */
  readonly as?: 'value' | 'password' | 'guess'
}

/** Words people put where a key belongs. */
const PLACEHOLDER = /example|placeholder|your|changeme|dummy|redacted|xxxx|\.{3}|\*{3}/i
const MIN_DISTINCT = 8
const TEMPLATE = /^[$<{[(%#]|\$\{|\{\{|\*{3}|\.{3}|%[sdv]|^[A-Z_]+$/
const NO_PASSWORD: ReadonlySet<string> = new Set(
  'admin bar dev foo guest key letmein local mongo mypassword mysecret mysql pass passwd password postgres pwd qwerty redis root secret test testing token user username xoauthbasic'.split(
    ' ',
  ),
)

/** Whether a text of the right form is a value at all: filled with dots, repeated letters or plain words it is none. */
export const isReal = (secret: string, as: Format['as']): boolean => {
  if (PLACEHOLDER.test(secret)) return false
  if (as === 'password')
    return !TEMPLATE.test(secret) && !NO_PASSWORD.has(secret.toLowerCase().replace(/[^a-z]/g, ''))
  if (as === 'value' && !/\d/.test(secret)) return false
  if (as === 'guess' && !looksRandom(secret)) return false
  return new Set(secret.slice(-64)).size >= MIN_DISTINCT
}

const GUESS_ENTROPY = 3.2
const MIN_FUSED_CHARS = 6

/** Paths and names are made of words and numbers; in a key they run into each other. */
const looksRandom = (value: string): boolean => {
  const digits = value.replace(/\D/g, '').length
  const mixed = /[a-z]/.test(value) && /[A-Z]/.test(value)
  const fused = value
    .split(/[-_/.]/)
    .some(part => part.length >= MIN_FUSED_CHARS && /\d/.test(part) && /[A-Za-z]/.test(part))
  return fused && digits >= (mixed ? 2 : 4) && bitsPerCharacter(value) >= GUESS_ENTROPY
}

const bitsPerCharacter = (text: string): number => {
  const counts = new Map<string, number>()
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1)
  return [...counts.values()].reduce((sum, count) => {
    const share = count / text.length
    return sum - share * Math.log2(share)
  }, 0)
}
