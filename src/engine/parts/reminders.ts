import { changedFiles } from '../../features/prompt/reminders/changed-files.ts'
import { dateChange } from '../../features/prompt/reminders/date-change.ts'
import { idleTodos } from '../../features/prompt/reminders/idle-todos.ts'
import type { State } from '../../protocol/tool.ts'
import { createSeenFiles, type SeenPorts } from '../files/seen-files.ts'
import type { Part } from '../scope.ts'
import type { Prompt } from './prompt.ts'

export interface RemindersOptions {
  readonly prompt: Pick<Prompt, 'toldDate' | 'content'>
  readonly ports: SeenPorts & { readonly state: Pick<State, 'get'> }
}

/** Facts about the world that the model cannot notice by itself. */
export const createReminders = ({ prompt, ports }: RemindersOptions): Part => ({
  news: [
    dateChange({ get: prompt.toldDate }, prompt.content),
    changedFiles(createSeenFiles(ports), prompt.content),
    idleTodos(() => ports.state.get('todos'), prompt.content),
  ],
})
