import type { PromptContent } from '../../features/prompt/content.ts'
import type { ThreadState } from '../live/state.ts'
import type { SessionEnvironment } from '../options/session-environment.ts'
import type { Gate } from '../permissions/part.ts'
import type { SessionEditor } from './part.ts'

/** What is needed to tell the model of the person's editor. */
export interface EditorNewsOptions {
  readonly config: { readonly place: SessionEnvironment }
  readonly live: Pick<ThreadState, 'cwd' | 'roots'>
  readonly gate: Pick<Gate, 'judge' | 'policy'>
  readonly editor: SessionEditor
  content(): PromptContent
}
