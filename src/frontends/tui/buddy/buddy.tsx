import { Text } from 'ink'
import { type ReactNode, useEffect, useReducer } from 'react'
import { textWidth } from '../../../lib/text-width.ts'
import { every } from '../ui/timers.ts'
import { useUi, useUiState } from '../ui/ui.ts'

const BEAT_MS = 1_000

/** The companion, in the blank line above the prompt: it never takes a line of its own. */
export const Buddy = (): ReactNode => {
  const ui = useUi()
  const { width, reducedMotion } = ui
  const working = useUiState(state => state.turn !== undefined)
  const [beat, next] = useReducer((count: number) => count + 1, 0)
  useEffect(() => (reducedMotion ? undefined : every(BEAT_MS, next)), [reducedMotion])
  return <Text wrap="truncate">{buddyLine({ width, beat, working, reducedMotion })}</Text>
}

/** A little crab, drawn in ASCII so that every terminal has the same width for it. */
const POSES = {
  still: '(\\/) o_o (\\/)',
  blink: '(\\/) -_- (\\/)',
  wave: '(|/) o_o (\\/)',
  busy: '(\\/) o_O (\\/)',
} as const

/** In a narrower terminal it has no room beside what is written. */
const LEAST_WIDTH = 36

interface BuddyView {
  readonly width: number
  /** How many beats have passed. */
  readonly beat: number
  readonly working: boolean
  readonly reducedMotion: boolean
}

/** The line with the companion at its right end; a blank where there is no room for it. */
export const buddyLine = (view: BuddyView): string => {
  const pose = POSES[poseOf(view)]
  const room = view.width - 1 - textWidth(pose)
  return view.width < LEAST_WIDTH || room < 0 ? ' ' : `${' '.repeat(room)}${pose}`
}

const poseOf = ({ beat, working, reducedMotion }: BuddyView): keyof typeof POSES => {
  if (reducedMotion) return 'still'
  if (beat % 6 === 5) return 'blink'
  if (working) return beat % 2 === 0 ? 'still' : 'busy'
  return beat % 20 === 10 ? 'wave' : 'still'
}
