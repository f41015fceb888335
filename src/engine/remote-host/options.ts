import type { BackgroundTasks } from '../../protocol/agents/task-work.ts'
import type { Event } from '../../protocol/event.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import type { RewindReport, RewindRequest } from '../../protocol/session/file-history.ts'
import type { Tasks } from '../../protocol/tool.ts'
import type { PromptLanguage } from '../../protocol/tools/both-languages.ts'
import type { SessionEnvironment } from '../options/session-environment.ts'
import type { Toolbox } from '../options/toolbox.ts'
import type { Part } from '../scope.ts'
import type { SessionHandle } from '../session-file/session-handle.ts'

/** What other machines need of the session. */
export interface RemoteSession {
  readonly config: {
    readonly place: SessionEnvironment
    readonly session: SessionHandle
    readonly prompt: { readonly promptLanguage?: PromptLanguage }
  }
  readonly tasks: BackgroundTasks & Pick<Tasks, 'get'>
  emit(event: Event): void
}

/** A machine that a thread works on. */
export interface EnteredHost {
  /** What a thread there may call: some tools are carried out there, those of this machine are left out. */
  toolbox(box: Toolbox): Toolbox
  /** For the model. */
  readonly where: string
  /** At the end of the thread: what differs there from where the work began is put into a patch, and that is said. */
  leave(): Promise<void>
}

/** The other machines of a session. Nothing of it is loaded where settings and command line name none. */
export interface RemoteHosts {
  /** The conversation works there; absent: here. */
  readonly main?: EnteredHost
  /** A line for the list of parts. */
  begin(session: RemoteSession): Part
  /** Why no agent can work at this address. */
  whyNot(where: string): LocalizedText | undefined
  /** Somebody who may has said yes to it. */
  approve(where: string): void
  /** Connects. Throws ToolError for what was not approved in this session, and where there is no way. */
  enter(where: string): Promise<EnteredHost>
  /** The same on the machines that were worked on, beside what was done here. */
  rewind(request: RewindRequest, here: RewindReport): Promise<RewindReport>
}
