import { Box, type DOMElement, Text } from 'ink'
import { lazy, type ReactNode, Suspense, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { PANELS } from './dialogs/index.ts'
import { RequestDialog } from './dialogs/request-dialog.tsx'
import type { OpenPanel } from './state/ui-state.ts'
import { Footer } from './status/footer-view.tsx'
import { Working } from './status/working.tsx'
import type { Panel } from './ui/panel.ts'
import { useUi, useUiState } from './ui/ui.ts'
import { useCaret } from './ui/use-caret.ts'
import { UnaskedContext, useGuard } from './ui/use-keys.ts'
import { Lines } from './widgets/lines.tsx'

/** What stands below the transcript: what it is doing, then a question, a dialog or the prompt, then the status. */
export const App = (): ReactNode => {
  const ui = useUi()
  const keyOf = usePanelKeys()
  const request = useUiState(state => state.requests[0])
  const open = useUiState(state => state.panels.at(-1))
  const panel = open && PANELS.find(each => each.name === open.name)
  // What is being typed when a question comes up stays in sight.
  const typed = useUiState(
    state => (state.requests.length > 0 || !state.session.ready) && state.prompt.editor.text !== '',
  )
  const close = (): void => ui.closePanel()
  // A question of the turn goes before a dialog that the person opened, except where that fills the screen.
  if (open && panel?.layout === 'full')
    return <GuardedPanel key={keyOf(open)} panel={panel} open={open} close={close} />
  return (
    <Box flexDirection="column" width={ui.width}>
      <LineAbove />
      <Working />
      {request ? (
        <RequestDialog key={request.id} request={request} />
      ) : open && panel ? (
        <GuardedPanel key={keyOf(open)} panel={panel} open={open} close={close} />
      ) : null}
      {(request || panel) && !typed ? null : <Prompt />}
      <Footer />
    </Box>
  )
}

/** A dialog. No key answers one that came up by itself in its first half second, nor the lists that follow in it. */
export const GuardedPanel = ({
  panel,
  open,
  close,
}: {
  readonly panel: Panel<unknown>
  readonly open: OpenPanel
  close(): void
}): ReactNode => {
  useGuard('list', open.unasked === true && '')
  return (
    <UnaskedContext value={open.unasked === true}>
      <panel.component params={open.params} close={close} />
    </UnaskedContext>
  )
}

/** The box one types in, with what is offered below it. What is typed is put into it by LivePrompt. */
const Prompt = (): ReactNode => {
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

/** Loaded by those who want it. */
const Buddy = lazy(async () => ({ default: (await import('./buddy/buddy.tsx')).Buddy }))

/** Always one line, so that nothing moves when the companion comes or goes. It is nothing to read out. */
const LineAbove = (): ReactNode => {
  const ui = useUi()
  const blank = <Text> </Text>
  if (ui.look().plain || ui.ports.settings.current().buddy !== true) return blank
  return (
    <Suspense fallback={blank}>
      <Buddy />
    </Suspense>
  )
}

/** A dialog that is closed and opened again within a frame begins anew: it is not the same with other parameters. */
const usePanelKeys = (): ((panel: OpenPanel) => number) => {
  const known = useRef({ keys: new WeakMap<OpenPanel, number>(), opened: 0 }).current
  return panel => {
    const key = known.keys.get(panel) ?? ++known.opened
    known.keys.set(panel, key)
    return key
  }
}
