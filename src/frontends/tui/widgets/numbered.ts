import type { Option } from './widget-props.ts'

const MOST = 9

/** Answers chosen by digits that run from 1 without gaps; beyond 9 there are only arrows. */
export const numbered = <T>(options: readonly Omit<Option<T>, 'hotkey'>[]): readonly Option<T>[] =>
  options.map((option, at) => (at < MOST ? { ...option, hotkey: String(at + 1) } : option))
