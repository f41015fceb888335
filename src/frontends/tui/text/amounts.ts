/** 950, 1.2k, 34k, 1.5M. */
export const shortCount = (count: number): string => {
  const whole = Math.round(count)
  if (whole < 1000) return String(whole)
  if (whole < 9950) return `${(whole / 1000).toFixed(1)}k`
  if (whole < 999_500) return `${Math.round(whole / 1000)}k`
  return `${(whole / 1_000_000).toFixed(1)}M`
}

/** Dollars, to the cent; below one cent as a bound. */
export const money = (usd: number): string =>
  usd === 0 ? '$0' : usd < 0.01 ? '<$0.01' : usd < 100 ? `$${usd.toFixed(2)}` : `$${Math.round(usd)}`
