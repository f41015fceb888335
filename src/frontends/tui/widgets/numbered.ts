import type { Option } from './widget-props.ts'

const MOST = 9

/** Answers chosen by digits that run from 1 without gaps; beyond 9 there are only arrows. What cannot be chosen has none. */
export const numbered = <T>(options: readonly Omit<Option<T>, 'hotkey'>[]): readonly Option<T>[] => {
  let last = 0
  return options.map(option => {
    if (option.disabled || last === MOST) return option
    last += 1
    return { ...option, hotkey: String(last) }
  })
}
