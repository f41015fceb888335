import { Box, type DOMElement } from 'ink'
import { type ReactNode, useEffect, useLayoutEffect, useReducer, useRef } from 'react'
import type { UiSettings } from '../ports/settings-port.ts'
import { type Doing, doingOf, movableCommand } from '../state/doing.ts'
import { escapeUse } from '../state/escape-use.ts'
import type { TurnState, UiState } from '../state/ui-state.ts'
import type { Words } from '../text/words.ts'
import { todoLines } from '../transcript/todo-lines.ts'
import { useUi, useUiState } from '../ui/ui.ts'
import { Lines } from '../widgets/lines.tsx'
import { queueLines } from './queue-lines.ts'
import { GLYPH_MS, spinnerLine } from './spinner.ts'

/** What is going on: the spinner, the to-do list, what waits. */
export const Working = (): ReactNode => {
  const ui = useUi()
  // Not the turn itself, which changes with every token: how long and how much is told at the pace of the spinner.
  useUiState(turnKey)
  const state = ui.state()
  const { turn } = state
  const queue = useUiState(state => state.queue)
  const todos = useUiState(state => (state.showTodos ? state.todos : NONE))
  const [, draw] = useReducer((count: number) => count + 1, 0)
  const working = turn !== undefined
  const pace = ui.reducedMotion ? 1000 : GLYPH_MS
  useEffect(() => {
    if (!working) return undefined
    const timer = setInterval(draw, pace)
    return () => clearInterval(timer)
  }, [working, pace])
  const { theme, words, width } = ui
  const now = ui.ports.system.now()
  const open = todos.some(todo => todo.status !== 'completed')
  const node = useRef<DOMElement>(null)
  const { spinner } = ui
  useLayoutEffect(() => spinner(working ? node : undefined), [spinner, working])
  useLayoutEffect(() => () => spinner(undefined), [spinner])
  const line =
    turn &&
    spinnerLine(turn, {
      doing: doingOf(turn, state),
      now,
      theme,
      words,
      width,
      cwd: state.session.cwd,
      reducedMotion: ui.reducedMotion,
      tips: tipsFor(ui.ports.settings.current(), words),
      verbs: verbsFor(ui.ports.settings.current()),
      escape: escapeUse(state),
      movable: isMovable(state, now),
    })
  const lines = [...(open ? todoLines(todos, ui.look()) : []), ...queueLines(queue, { theme, words, width })]
  return (
    <>
      {line === undefined ? null : (
        <Box ref={node} flexDirection="column">
          <Lines lines={[line]} />
        </Box>
      )}
      <Lines lines={lines} />
    </>
  )
}

const tipsFor = (
  { spinnerTipsEnabled, spinnerTipsOverride: own }: UiSettings,
  words: Words,
): readonly string[] => {
  if (spinnerTipsEnabled === false) return NONE
  return own?.excludeDefault ? (own.tips ?? NONE) : [...(own?.tips ?? NONE), ...words.status.tips]
}

/** An empty one stands for the usual word. */
const verbsFor = ({ spinnerVerbs: own }: UiSettings): readonly string[] => {
  if (own === undefined) return NONE
  if ('verbs' in own) return own.mode === 'replace' ? own.verbs : [...own.verbs, '']
  return [...own, '']
}

const isMovable = (state: UiState, now: number): boolean => {
  const command = escapeUse(state) === 'dialog' ? undefined : movableCommand(state)
  return command !== undefined && now - (command.startedAt ?? now) > MOVABLE_AFTER_MS
}

/** Changes when what it is doing does. */
const turnKey = (state: UiState): string =>
  state.turn ? `${nameOf(doingOf(state.turn, state))} ${escapeUse(state)} ${turnFacts(state.turn)}` : ''

const turnFacts = ({ startedAt, interrupting, retry }: TurnState): string =>
  `${startedAt} ${interrupting} ${retry?.at ?? ''}`

const nameOf = (doing: Doing): string => (doing.kind === 'tool' ? `tool ${doing.call.id}` : doing.kind)

const NONE: readonly never[] = []
const MOVABLE_AFTER_MS = 2000
