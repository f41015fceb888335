import type { ReactNode } from 'react'
import type { Panel } from '../panel.ts'
import { useGuard } from '../use-keys.ts'

/** A dialog that no key answers in its first half second: keys on their way to what was there before are not for it. */
export const GuardedPanel = ({
  panel,
  params,
  close,
}: {
  readonly panel: Panel<unknown>
  readonly params: unknown
  close(): void
}): ReactNode => {
  useGuard('list')
  return <panel.component params={params} close={close} />
}
