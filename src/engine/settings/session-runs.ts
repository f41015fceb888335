import type { ExtensionRoot, ExtensionRoots } from '../../protocol/extensions/roots.ts'
import type { HookSet } from '../../protocol/hook.ts'
import type { RunCommand } from '../../protocol/permission.ts'
import type { RunSources } from './run-commands.ts'
import type { RunTextSources } from './run-texts.ts'

export interface SessionRunsOptions {
  readonly config: { readonly extensions?: ExtensionRoots }
  /** Of the conversation. */
  readonly hooks: { sets(): readonly HookSet[] }
  settings(): RunSources['settings']
  contributed(): RunSources['contributed']
  /** What contributes late has done so. */
  loaded(): Promise<unknown>
  env(): RunSources['env']
  /** What the goal is checked with, and what schedules say, as of now. */
  work(): Pick<RunSources, 'goal' | 'prompts'>
}

/** What the settings in force, extensions and servers of a session run. Nothing is looked at before it is asked for. */
export interface SessionRuns {
  /** When everything that counts is known; needed before the first question. */
  ready(): Promise<void>
  /** With the hooks of the conversation. */
  ofSession(): readonly RunCommand[]
  /** With the hooks of a thread; the same array until something of it changes. */
  of(hooks: { sets(): readonly HookSet[] }): () => readonly RunCommand[]
}

const NONE: readonly never[] = []

export const createSessionRuns = (options: SessionRunsOptions): SessionRuns => {
  let collect: ((sources: RunSources) => readonly RunCommand[]) | undefined
  let places: readonly ExtensionRoot[] = NONE
  let texts: readonly RunCommand[] = NONE
  let readTexts: ((from: RunTextSources) => Promise<readonly RunCommand[]>) | undefined
  const runsWith: SessionRuns['of'] = hooks => {
    let before: { readonly from: readonly unknown[]; readonly runs: readonly RunCommand[] } | undefined
    return () => {
      if (!collect) throw new Error('what settings run is not known yet')
      const sets = hooks.sets()
      const sources = {
        hooks: sets,
        settings: options.settings(),
        contributed: options.contributed(),
        places,
        texts,
        env: options.env(),
        ...options.work(),
      }
      const { settings, contributed, env, goal, prompts } = sources
      const from = [
        ...sets.map(set => set.hooks),
        settings,
        contributed,
        places,
        texts,
        env,
        goal,
        ...prompts,
      ]
      const isSame = before?.from.length === from.length && before.from.every((one, at) => one === from[at])
      if (!before || !isSame) before = { from, runs: collect(sources) }
      return before.runs
    }
  }
  return {
    ofSession: runsWith(options.hooks),
    of: runsWith,
    async ready() {
      collect ??= (await import('./run-commands.ts')).runCommandsOf
      await options.loaded()
      places = (await options.config.extensions?.list()) ?? NONE
      readTexts ??= (await import('./run-texts.ts')).createRunTexts()
      texts = await readTexts({ skills: options.contributed().skills, places })
    },
  }
}
