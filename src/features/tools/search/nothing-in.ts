import { escapeLine } from '../../../lib/escape-text.ts'

const MAX_SHOWN = 1_000

/** That nothing was found, and where: the directory may have moved since the model last looked. */
export const nothingIn = (what: string, { searched }: { readonly searched?: string }): string =>
  searched === undefined ? what : `${what} in ${escapeLine(searched, MAX_SHOWN)}`
