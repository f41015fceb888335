import type { Present } from '../messages/presentation.ts'
import type { Tool } from '../tool.ts'

/** A tool of ours. Each module loads when it is first needed: what its calls look like comes without the schema library. */
export interface ToolRow {
  load(): Promise<Tool>
  present(): Promise<{ readonly present: Present }>
  /** Other names of its calls, in old session files or by habit of a model. */
  readonly formerly?: readonly string[]
}
