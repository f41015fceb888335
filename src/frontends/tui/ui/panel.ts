import type { ReactNode } from 'react'

/**
 * A dialog: a component that stands where the prompt stands until it is closed. Adding one takes a file in `dialogs/`
 * and a line in `dialogs/index.ts`.
 */
export interface Panel<P> {
  readonly name: string
  /** `inline` stands in the live area; `full` takes the alternate screen. */
  readonly layout: 'inline' | 'full'
  readonly component: (props: PanelProps<P>) => ReactNode
}

export interface PanelProps<P> {
  readonly params: P
  /** Back to the prompt. */
  close(): void
}
