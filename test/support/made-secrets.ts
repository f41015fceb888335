/** Letters and digits that look random and are the same each time. */
export const madeText = (length: number, alphabet = LETTERS_DIGITS, seed = 7): string => {
  let state = seed
  return Array.from({ length }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return alphabet[Math.floor(state / 65_536) % alphabet.length]
  }).join('')
}

const LETTERS_DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
export const HEX = '0123456789abcdef'

/** Put together at run time: no file of the repository holds what a scanner would take for a key. */
export const madeGithubToken = (seed = 7): string => `${'gh'}p_${madeText(36, LETTERS_DIGITS, seed)}`

export const madePrivateKey = (lineEnd = '\n', seed = 7): string => {
  const dashes = '-'.repeat(5)
  const lines = Array.from({ length: 12 }, (_, index) => madeText(64, `${LETTERS_DIGITS}+/`, seed + index))
  return [
    `${dashes}BEGIN RSA PRIVATE KEY${dashes}`,
    ...lines,
    `${madeText(20, LETTERS_DIGITS, seed)}==`,
    `${dashes}END RSA PRIVATE KEY${dashes}`,
  ].join(lineEnd)
}
