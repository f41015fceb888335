const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600 }

/** Seconds, or with a unit (`90s`, `5m`, `1h`); 0 for words and what is absent. */
export const secondsOf = (wait: number | string | undefined): number => {
  const [, digits, unit = 's'] = /^\s*(\d+(?:\.\d+)?)\s*(s|m|h)?\s*$/.exec(String(wait ?? '')) ?? []
  return Number(digits ?? 0) * (UNITS[unit] ?? 1)
}
