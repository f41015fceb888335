import type { ReadGit } from '../../engine/prompt/git-snapshot.ts'
import type { Env } from '../../host/environment.ts'
import type { RunOptions } from '../args/run-options.ts'
import type { DemoPlay } from '../demo/open-demo.ts'

/** What the terminal program is started with. */
export interface TuiStart {
  readonly options: RunOptions
  readonly env: Env
  readonly version: string
  readonly argv: readonly string[]
  readonly git?: ReadGit
  /** Instead of a conversation with a model. */
  readonly demo?: DemoPlay
}
