import type { Env } from '../../protocol/host.ts'
import type { RunOptions } from '../args/run-options.ts'
import type { Attached } from '../attach/attached.ts'
import type { DemoPlay } from '../demo/open-demo.ts'

/** What the terminal program is started with. */
export interface TuiStart {
  readonly options: RunOptions
  readonly env: Env
  readonly version: string
  readonly argv: readonly string[]
  /** Instead of a conversation with a model. */
  readonly demo?: DemoPlay
  /** The conversation lives in a server. */
  readonly attached?: Attached
}
