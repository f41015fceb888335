/** Amounts for people: short, and never more exact than they are. */

export const formatUsd = (usd: number): string => {
  if (usd === 0) return '$0'
  if (usd < 0.01) return usd < 0.0001 ? '<$0.0001' : `$${usd.toFixed(4)}`
  return usd < 1 ? `$${usd.toFixed(3)}` : `$${usd.toFixed(2)}`
}

const scaled = (value: number): string => (value < 10 ? value.toFixed(1) : String(Math.round(value)))

export const formatCount = (count: number): string => {
  if (count < 1_000) return String(count)
  if (count < 999_500) return `${scaled(count / 1_000)}k`
  return `${scaled(count / 1_000_000)}M`
}

export const formatBytes = (bytes: number): string => {
  if (bytes < 1_024) return `${bytes} B`
  if (bytes < 1_024 * 1_024) return `${scaled(bytes / 1_024)} KB`
  return `${scaled(bytes / 1_024 / 1_024)} MB`
}

export const formatDuration = (ms: number): string => {
  if (ms < 1_000) return `${Math.round(ms)} ms`
  const seconds = ms / 1_000
  if (seconds < 60) return `${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s`
  const minutes = Math.round(seconds / 60)
  if (seconds < 600) return `${Math.floor(seconds / 60)} min ${Math.round(seconds) % 60} s`
  if (minutes < 60) return `${minutes} min`
  if (minutes < 48 * 60) return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
  return `${Math.round(minutes / 60 / 24)} days`
}

export const formatShare = (share: number): string => `${Math.round(share * 100)} %`

/** `1 file`, `2 files`. */
export const formatNumber = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? '' : 's'}`
