import type { Theme, Tone } from '../theme/theme.ts'

/** A share of the whole, drawn: what is there, then what is not. */
export const shareBar = (
  share: number,
  columns: number,
  { theme, tone = 'accent' }: { readonly theme: Theme; readonly tone?: Tone },
): string => {
  const whole = Math.max(0, Math.floor(columns))
  const bounded = Number.isFinite(share) ? Math.max(0, Math.min(1, share)) : 0
  // Something is never drawn as nothing, and not all of it never as all.
  const filled = Math.min(
    bounded < 1 ? Math.max(0, whole - 1) : whole,
    Math.max(bounded > 0 ? 1 : 0, Math.round(bounded * whole)),
  )
  return `${theme.paint(tone, '█'.repeat(filled))}${theme.paint('faint', '░'.repeat(whole - filled))}`
}

export const percent = (share: number): string => `${Math.round((Number.isFinite(share) ? share : 0) * 100)}%`
