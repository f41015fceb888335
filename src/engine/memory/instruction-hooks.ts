import { runHooks } from '../../features/hooks/run-hooks.ts'
import { childEnvironment } from '../../features/shell/child-environment.ts'
import type { Event } from '../../protocol/event.ts'
import type { LoadedInstruction } from '../../protocol/instruction.ts'
import type { EngineConfig, Live } from '../config.ts'

export interface InstructionHooks {
  /** Runs beside the turn; nobody waits for it and it decides nothing. */
  fire(files: readonly LoadedInstruction[]): void
  stop(): Promise<void>
}

const EVENT = 'InstructionsLoaded'
/** How long the end of a session waits for hooks that still run. */
const GRACE_MS = 2_000

const REASONS: Readonly<Record<LoadedInstruction['reason'], string>> = {
  start: 'session_start',
  nested: 'nested_traversal',
  matched: 'path_glob_match',
  import: 'include',
  compact: 'compact',
}

const TYPES: Readonly<Partial<Record<LoadedInstruction['scope'], string>>> = {
  managed: 'Managed',
  user: 'User',
  project: 'Project',
  local: 'Local',
}

export const createInstructionHooks = (at: {
  readonly config: EngineConfig
  readonly live: Pick<Live, 'cwd' | 'mode'>
  emit(event: Event): void
}): InstructionHooks => {
  const { hooks, session, means, place } = at.config
  const running = new Set<Promise<void>>()
  const controller = new AbortController()
  const said = new Set<string>()
  const run = async (file: LoadedInstruction): Promise<void> => {
    const input = {
      session_id: session.id,
      transcript_path: session.path ?? '',
      cwd: at.live.cwd,
      permission_mode: at.live.mode,
      hook_event_name: EVENT,
      ...fieldsOf(file),
    }
    const env = {
      projectDir: place.cwd,
      variables: childEnvironment(place.env, { secretNames: place.secretNames, projectDir: place.cwd }),
      newId: means.newId,
      said,
      onReport: (hook: Extract<Event, { type: 'hook' }>['hook']) => at.emit({ type: 'hook', hook }),
    }
    const { verdict } = await runHooks({ event: EVENT, input, signal: controller.signal }, hooks, env)
    for (const text of verdict.messages) at.emit({ type: 'notice', level: 'warning', text })
  }
  return {
    fire(files) {
      if (!hooks[EVENT]) return
      for (const file of files) {
        if (TYPES[file.scope] === undefined) continue
        const work = run(file)
          .catch((error: unknown) => means.log?.(`${EVENT} hooks failed: ${String(error)}`))
          .finally(() => running.delete(work))
        running.add(work)
      }
    },
    async stop() {
      if (running.size === 0) return
      const timer = setTimeout(() => controller.abort(), GRACE_MS)
      await Promise.all(running)
      clearTimeout(timer)
    },
  }
}

const fieldsOf = ({ path, scope, reason, importedBy, trigger, globs }: LoadedInstruction) => ({
  file_path: path,
  memory_type: TYPES[scope],
  load_reason: REASONS[reason],
  ...(globs ? { globs } : {}),
  ...(trigger === undefined ? {} : { trigger_file_path: trigger }),
  ...(importedBy === undefined ? {} : { parent_file_path: importedBy }),
})
