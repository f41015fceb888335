/** What something cost, as the terminal says it: a little is not nothing. */
export const money = (usd: number): string => (usd > 0 && usd < 0.01 ? '<$0.01' : `$${usd.toFixed(2)}`)
