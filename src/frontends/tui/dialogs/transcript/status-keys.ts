import type { Theme } from '../../theme/theme.ts'
import { fitParts } from '../../transcript/fit-parts.ts'

/** What is shown, and the keys that fit beside it: no name of a key is cut, the last ones are left out. */
export const statusKeys = (
  status: string,
  hint: string,
  { theme, width }: { readonly theme: Pick<Theme, 'paint'>; readonly width: number },
): string => {
  const keys = hint.split(' · ').map((text, at) => ({ text: theme.paint('dim', text), rank: -at }))
  return fitParts([{ text: status, rank: 1 }, ...keys], width, theme.paint('dim', ' · '))
}
