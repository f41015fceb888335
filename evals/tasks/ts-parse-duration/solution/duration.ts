const UNITS: Record<string, number> = { s: 1, m: 60, h: 3600, d: 86400 }

/** Seconds; undefined: it is no duration. */
export const parseDuration = (text: string): number | undefined => {
  if (!/^\s*(?:\d+[smhd]\s*)+$/.test(text)) return undefined
  const parts = [...text.matchAll(/(\d+)([smhd])/g)]
  const units = parts.map(part => part[2] ?? '')
  if (new Set(units).size < units.length) return undefined
  return parts.reduce((sum, part) => sum + Number(part[1]) * (UNITS[part[2] ?? ''] ?? 0), 0)
}
