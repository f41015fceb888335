/** What a sign-in brought. */
export interface OAuthTokens {
  readonly accessToken: string
  readonly refreshToken?: string
  /** Milliseconds since 1970; absent: nobody said. */
  readonly expiresAt?: number
}

/** Undefined for anything that is none. */
export const readTokens = (value: unknown): OAuthTokens | undefined => {
  if (typeof value !== 'object' || value === null) return undefined
  const { accessToken, refreshToken, expiresAt } = value as Readonly<Record<string, unknown>>
  if (typeof accessToken !== 'string' || accessToken === '') return undefined
  return {
    accessToken,
    ...(typeof refreshToken === 'string' && refreshToken !== '' ? { refreshToken } : {}),
    ...(typeof expiresAt === 'number' && Number.isFinite(expiresAt) ? { expiresAt } : {}),
  }
}
