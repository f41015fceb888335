import type { View } from './render-options.ts'

const two = (part: number): string => String(part).padStart(2, '0')

export const clockTime = (at: Date): string => `${two(at.getHours())}:${two(at.getMinutes())}`

/** When something was written, with the day where that is another one. */
const timeText = (at: number, now: number): string => {
  const [then, today] = [new Date(at), new Date(now)]
  const day = `${then.getFullYear()}-${two(then.getMonth() + 1)}-${two(then.getDate())}`
  return then.toDateString() === today.toDateString() ? clockTime(then) : `${day} ${clockTime(then)}`
}

/** A line of its own, where the person wants to see it. */
export const timeLines = (
  { at }: { readonly at?: number },
  { times, theme, now }: Pick<View, 'times' | 'theme' | 'now'>,
): readonly string[] => (times && at !== undefined ? [theme.paint('dim', timeText(at, now))] : [])
