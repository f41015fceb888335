import { changedFiles } from '../../features/prompt/reminders/changed-files.ts'
import { dateChange } from '../../features/prompt/reminders/date-change.ts'
import { idleTodos } from '../../features/prompt/reminders/idle-todos.ts'
import { isInside } from '../../lib/paths.ts'
import type { State } from '../../protocol/tool.ts'
import { createSeenFiles, type SeenPorts } from '../files/seen-files.ts'
import type { SessionEnvironment } from '../options/session-environment.ts'
import type { Prompt } from '../prompt/part.ts'
import type { Part } from '../scope.ts'
import type { SessionHandle } from '../session-file/session-handle.ts'

export interface RemindersOptions {
  readonly config: {
    readonly session: Pick<SessionHandle, 'effects'>
    readonly place: Pick<SessionEnvironment, 'memoryDirectory' | 'teamMemoryDirectory' | 'caseSensitive'>
  }
  readonly prompt: Pick<Prompt, 'toldDate' | 'content'>
  readonly ports: SeenPorts & { readonly state: Pick<State, 'get'> }
}

/** Facts about the world that the model cannot notice by itself. */
export const createReminders = ({ config, prompt, ports }: RemindersOptions): Part => ({
  news: [
    dateChange({ get: prompt.toldDate }, prompt.content),
    changedFiles(
      createSeenFiles({
        ...ports,
        // A command of the person's own is in the ledger under the id of their message.
        isPersons: uuid => config.session.effects.some(({ toolUseId }) => toolUseId === uuid),
        isMemory: path => memoriesOf(config.place).some(directory => isInside(path, directory, config.place)),
      }),
      prompt.content,
    ),
    idleTodos(() => ports.state.get('todos'), prompt.content),
  ],
})

const memoriesOf = ({
  memoryDirectory,
  teamMemoryDirectory,
}: RemindersOptions['config']['place']): readonly string[] =>
  [memoryDirectory, teamMemoryDirectory].filter(directory => directory !== undefined)
