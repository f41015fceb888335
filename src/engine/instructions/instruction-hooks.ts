import type { LoadedInstruction } from '../../protocol/instruction.ts'
import type { Hooks } from '../hooks/part.ts'
import type { Runtime } from '../options/runtime.ts'

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
  readonly hooks: Pick<Hooks, 'fire' | 'isSet'>
  readonly runtime: Pick<Runtime, 'log'>
}): InstructionHooks => {
  const running = new Set<Promise<void>>()
  const controller = new AbortController()
  const run = async (file: LoadedInstruction): Promise<void> => {
    await at.hooks.fire(EVENT, fieldsOf(file), controller.signal)
  }
  return {
    fire(files) {
      if (!at.hooks.isSet(EVENT)) return
      for (const file of files) {
        if (TYPES[file.scope] === undefined) continue
        const work = run(file)
          .catch((error: unknown) => at.runtime.log?.(`${EVENT} hooks failed: ${String(error)}`))
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
