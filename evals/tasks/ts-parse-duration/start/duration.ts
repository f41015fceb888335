const UNITS: Record<string, number> = { s: 1, m: 60, h: 3600, d: 86400 }

/** Seconds; undefined: it is no duration. */
export const parseDuration = (text: string): number | undefined => {
  const match = /^(\d+)([smhd])$/.exec(text)
  return match ? Number(match[1]) * (UNITS[match[2] ?? ''] ?? 0) : undefined
}
