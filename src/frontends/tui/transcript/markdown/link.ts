import type { Look } from '../look.ts'
import { safeText } from '../safe-text.ts'

const SCHEMES = /^(?:https?|mailto|file):/i
const MAX_ADDRESS = 2_000

/**
 * A painted label that leads to an address: as a hyperlink where the terminal has them, else with the address behind
 * it. `bare`: the label is the address.
 */
export const linkTo = (
  link: { readonly label: string; readonly address: string; readonly bare: boolean },
  { theme, hyperlinks }: Pick<Look, 'theme' | 'hyperlinks'>,
): string => {
  const label = theme.paint('link', link.label)
  const target = hyperlinks ? linkTarget(link.address) : undefined
  if (target !== undefined) return `\u001b]8;;${target}\u001b\\${label}\u001b]8;;\u001b\\`
  if (link.bare || link.address === '') return label
  return `${label} ${theme.paint('dim', `(${safeText(link.address)})`)}`
}

/** Only printable ASCII may stand in the sequence; other characters are encoded. */
const linkTarget = (address: string): string | undefined => {
  if (!SCHEMES.test(address) || address.length > MAX_ADDRESS) return undefined
  try {
    return encodeURI(address.replace(/%(?![\da-f]{2})/gi, '%25'))
      .replaceAll('%25', '%')
      .replace(/[^!-~]/g, '')
  } catch {
    // Half a surrogate pair cannot be encoded: then the address is shown instead.
    return undefined
  }
}
