import { Box, type DOMElement } from 'ink'
import { type ReactNode, useRef } from 'react'
import { argumentHint } from '../input/completion/command-source.ts'
import type { Item } from '../state/item.ts'
import type { UiState } from '../state/ui-state.ts'
import { useUi, useUiState } from '../ui/ui.ts'
import { useCaret } from '../ui/use-caret.ts'
import { Lines } from '../widgets/lines.tsx'
import { renderPrompt } from './prompt-view.ts'

/** The box one types in, with what is offered below it. */
export const Prompt = (): ReactNode => {
  const ui = useUi()
  const prompt = useUiState(state => state.prompt)
  const suggestion = useUiState(state => state.suggestion)
  const example = useUiState(exampleOf)
  const permission = useUiState(state => state.session.mode)
  const color = useUiState(state => state.color)
  const held = useUiState(state => state.requests.length > 0)
  const node = useRef<DOMElement>(null)
  const { lines, caret } = renderPrompt({
    prompt,
    width: ui.width,
    theme: ui.theme,
    words: ui.words,
    maxRows: Math.max(1, Math.floor(ui.size.rows / 2) - 2),
    suggestion,
    example,
    hint: argumentHint(prompt.editor.text, ui.commands()),
    permission,
    hidesVim: ui.ports.settings.current().statusLine?.hideVimModeIndicator,
    color,
    plain: ui.look().plain === true,
  })
  useCaret(node, held && !ui.guarded() ? undefined : caret)
  return (
    <Box ref={node} flexDirection="column">
      <Lines lines={lines} />
    </Box>
  )
}

/** What does not count as talking. */
const ASIDE: readonly Item['kind'][] = ['notice', 'command', 'banner']

const exampleOf = ({ example, transcript: { done, live }, turn }: UiState): string | undefined =>
  turn || live.length > 0 || done.some(item => !ASIDE.includes(item.kind)) ? undefined : example
