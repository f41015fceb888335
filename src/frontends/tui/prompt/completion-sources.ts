import { createCommandSource } from '../input/completion/command-source.ts'
import { createFileSource } from '../input/completion/file-source.ts'
import { createShellSource } from '../input/completion/shell-source.ts'
import type { CompletionSource } from '../input/completion-source.ts'
import type { Desk } from './desk.ts'
import { namedSessions } from './named-sessions.ts'

/** Where suggestions come from, the first that has something to say. Later features add a line here. */
export const completionSources = (desk: Desk): readonly CompletionSource[] => {
  const { ports, sources = [] } = desk.options
  return [
    createCommandSource(
      () => desk.conductor.commands,
      () => desk.conductor.arrived,
    ),
    createFileSource(
      ports.files,
      namedSessions(
        () => desk.ui().engine.query('peers'),
        () => desk.now(),
      ),
    ),
    createShellSource((line, signal) => ports.system.completeShell(line, signal)),
    ...sources,
  ]
}
