import { Text } from 'ink'
import { type ReactNode, useEffect, useReducer } from 'react'
import { every } from '../ui/timers.ts'
import { useUi, useUiState } from '../ui/ui.ts'
import { buddyLine } from './buddy-line.ts'

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
