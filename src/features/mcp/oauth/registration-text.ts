import { errorText } from '../../../lib/error-text.ts'

/** Some servers accept only programs that were registered by hand; this says how to get in. */
export const registrationText = (error: unknown): string =>
  `Capstan couldn't register with it: ${errorText(error)}. Set "oauth.clientId" or an Authorization header for it`
