/** An address a person may follow from foreign text; undefined: it stays text. Nothing of it is ever asked for unclicked. */
export const safeAddress = (href: string): string | undefined => {
  if (!/^(?:https?:\/\/|mailto:)/i.test(href)) return undefined
  try {
    const { protocol, href: whole } = new URL(href)
    return ['http:', 'https:', 'mailto:'].includes(protocol) ? whole : undefined
  } catch {
    // Not an address at all.
    return undefined
  }
}
