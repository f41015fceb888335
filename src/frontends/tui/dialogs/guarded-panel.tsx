import type { ReactNode } from 'react'
import type { OpenPanel } from '../state/ui-state.ts'
import type { Panel } from '../ui/panel.ts'
import { UnaskedContext, useGuard } from '../ui/use-keys.ts'

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
