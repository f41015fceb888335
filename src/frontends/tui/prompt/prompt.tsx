import { Box, type DOMElement } from 'ink'
import { type ReactNode, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { useUi, useUiState } from '../ui/ui.ts'
import { useCaret } from '../ui/use-caret.ts'
import { Lines } from '../widgets/lines.tsx'

/** The box one types in, with what is offered below it. What is typed is put into it by LivePrompt. */
export const Prompt = (): ReactNode => {
  const ui = useUi()
  const { lines, mounted } = ui.prompt
  const held = useUiState(state => state.requests.length > 0)
  const node = useRef<DOMElement>(null)
  const laidOut = useSyncExternalStore(ui.subscribe, lines)
  useCaret(node, held && !ui.guarded() ? undefined : laidOut.caret)
  useLayoutEffect(() => mounted(node, laidOut))
  useLayoutEffect(() => () => mounted(node, undefined), [mounted])
  return (
    <Box ref={node} flexDirection="column">
      <Lines lines={laidOut.lines} />
    </Box>
  )
}
