import type { BackgroundEnd, BackgroundWork } from './agents/background-work.ts'
import type { TaskInfo } from './tool.ts'

export type TaskWork = BackgroundWork
export type WorkEnd = BackgroundEnd

/** Where a command goes that is to run on in the background. */
export interface BackgroundTasks {
  /** Throws ToolError when nothing more may be started. */
  checkRoom(kind?: TaskInfo['kind']): void
  add(work: TaskWork): TaskInfo
  /** Tells the model something beside any task; with options it is never left out of a flood. */
  notify(text: string, options?: NoteOptions): void
}

/** About something that the model is to be told. */
export interface NoteOptions {
  /** For the person, in one sentence: what is told, where nothing else shows it. */
  readonly shown?: string
  /** It may go in a flood: a line of something that is watched, not the end or the words of anybody. */
  readonly droppable?: boolean
  /** The message of a team that it is. */
  readonly mail?: string
  /** Its message is on disk, and so part of every request from then on. */
  recorded?(): void
}
