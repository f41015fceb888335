/** An amount of money, the same wherever a session says what it cost: small ones are not rounded to nothing. */
export const dollars = (usd: number): string => `$${usd.toFixed(usd < 1 ? 4 : 2)}`
