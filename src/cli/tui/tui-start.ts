import type { Engine } from '../../protocol/engine.ts'
import type { Env, OpenRequest } from '../../protocol/host.ts'
import type { RunOptions } from '../args/run-options.ts'
import type { DemoPlay } from '../demo/open-demo.ts'

/** What the terminal program is started with. */
export interface TuiStart {
  readonly options: RunOptions
  readonly env: Env
  readonly version: string
  readonly argv: readonly string[]
  /** The conversation is that of a member of a team, and ends with its work. */
  readonly member?: {
    readonly request: OpenRequest
    follow(engine: Engine): void
    readonly over: AbortSignal
  }
  /** Instead of a conversation with a model. */
  readonly demo?: DemoPlay
}
