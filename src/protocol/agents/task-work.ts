import type { Text } from '../messages/localized-text.ts'
import type { TaskInfo } from '../tool.ts'
import type { BackgroundEnd, BackgroundWork } from './background-work.ts'
import type { NoteOptions } from './note-options.ts'

export type TaskWork = BackgroundWork
export type WorkEnd = BackgroundEnd

/** Where a command goes that is to run on in the background. */
export interface BackgroundTasks {
  /** Throws ToolError when nothing more may be started. */
  checkRoom(kind?: TaskInfo['kind']): void
  add(work: TaskWork): TaskInfo
  /** Tells the model something beside any task; with options it is never left out of a flood. */
  notify(text: Text, options?: NoteOptions): void
}
