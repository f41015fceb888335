declare const CAPSTAN_VERSION: string | undefined

/** Put in by the build; sources run under a name of their own. */
export const version = typeof CAPSTAN_VERSION === 'string' ? CAPSTAN_VERSION : '0.0.0-source'
