import { stripAnsi } from '../../../../lib/strip-ansi.ts'
import { hyperlink } from '../reference-links.ts'
import type { RenderOptions } from '../render-options.ts'
import { safeText } from '../safe-text.ts'

/** Not `file`: a click would open, on some systems run, what the words do not name. */
const SCHEMES = /^(?:https?|mailto):/i
/** Reads like an address, so it must not lead to another one unseen. */
const ADDRESS = /:\/\/|^\s*[\w-]+(?:\.[\w-]+)+(?:[/:?#\s]|$)/
const MAX_ADDRESS = 2_000

/**
 * A painted label that leads to an address: as a hyperlink where the terminal has them, else with the address behind
 * it, also where the label reads like another one. `bare`: the label is the address.
 */
export const linkTo = (
  link: { readonly label: string; readonly address: string; readonly bare: boolean },
  { theme, hyperlinks }: Pick<RenderOptions, 'theme' | 'hyperlinks'>,
): string => {
  const label = theme.paint('link', link.label)
  const target = hyperlinks ? linkTarget(link.address) : undefined
  const shown = target === undefined ? label : hyperlink(target, label)
  if (link.bare || link.address === '') return shown
  if (target !== undefined && !ADDRESS.test(stripAnsi(link.label))) return shown
  return `${shown} ${theme.paint('dim', `(${safeText(link.address)})`)}`
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
