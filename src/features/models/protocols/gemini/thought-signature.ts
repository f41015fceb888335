const PREFIX = 'gemini:'

export const keepSignature = (signature: string): string => `${PREFIX}${signature}`

/** What the provider gave; nothing for what another one signed. */
export const readSignature = (kept: string): string | undefined =>
  kept.startsWith(PREFIX) ? kept.slice(PREFIX.length) : undefined

/** The documented value for a call that another model made. */
export const NO_SIGNATURE = 'skip_thought_signature_validator'
