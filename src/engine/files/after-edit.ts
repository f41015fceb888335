import { sessionVariables } from '../../features/shell/session-variables.ts'
import type { Settings } from '../../protocol/settings.ts'
import type { PromptLanguage } from '../../protocol/tools/both-languages.ts'
import type { ChangedFile, EditFinder } from '../../protocol/tools/edit-finding.ts'
import type { ShellSettings } from '../../protocol/tools/shell-settings.ts'
import type { SessionHistory } from '../file-history/part.ts'
import type { Live } from '../live/state.ts'
import type { SessionEnvironment } from '../options/session-environment.ts'

interface AfterEditOptions {
  readonly config: {
    readonly place: SessionEnvironment
    readonly session: { readonly id: string }
    readonly shell?: Pick<ShellSettings, 'prefix'>
    readonly prompt: { readonly promptLanguage?: PromptLanguage }
  }
  readonly live: Pick<Live, 'cwd' | 'effort'>
  readonly history: Pick<SessionHistory, 'beforeWrite'>
  /** In force now. */
  readonly settings: { current(): Settings }
  childEnv(): Readonly<Record<string, string>>
}

const MOST_BYTES = 4 * 1024 * 1024
const MOST_OUTPUT = 512 * 1024

/** Runs what the settings name for files that were changed, as hooks run. Without such rows nothing is loaded. */
export const afterEdit = (at: AfterEditOptions): EditFinder => {
  const { settings } = at
  let loaded: Promise<EditFinder> | undefined
  const rows = () => settings.current().afterEdit ?? []
  const finder = (): Promise<EditFinder> => {
    loaded ??= load(at, rows)
    return loaded
  }
  return {
    concerns: async files => rows().length > 0 && (await (await finder()).concerns(files)),
    async reshape(files: readonly ChangedFile[], signal) {
      const wanted = rows().some(({ kind }) => kind === 'format')
      return wanted ? ((await (await finder()).reshape?.(files, signal)) ?? NOTHING) : NOTHING
    },
    look: async (files, signal) => await (await finder()).look(files, signal),
  }
}

const NOTHING = { findings: [] }

const load = async (
  { config, live, history, childEnv }: AfterEditOptions,
  rows: () => NonNullable<Settings['afterEdit']>,
): Promise<EditFinder> => {
  const [{ AfterEditFinder }, { runCommand }, { bashQuote }, { readPlainBytes }, { fileText }] =
    await Promise.all([
      import('../../features/after-edit/after-edit-finder.ts'),
      import('../../features/hooks/runners/command.ts'),
      import('../../lib/shell/bash-quote.ts'),
      import('../../lib/files/read-plain-file.ts'),
      import('../../lib/encoding/file-text.ts'),
    ])
  const prefix = config.shell?.prefix
  return new AfterEditFinder({
    rows,
    cwd: () => live.cwd,
    language: config.prompt.promptLanguage,
    async run({ command, variables, timeoutMs, signal }) {
      const { ended, code, stdout, stderr } = await runCommand({
        command: prefix === undefined ? command : `${prefix} ${bashQuote(command)}`,
        stdin: '',
        cwd: live.cwd,
        variables: {
          ...childEnv(),
          ...sessionVariables({ id: config.session.id, effort: live.effort }, 'nested'),
          ...variables,
        },
        timeoutMs,
        signal,
      })
      return { ended, code, output: `${stdout}\n${stderr}`.slice(0, MOST_OUTPUT) }
    },
    read(path) {
      const read = readPlainBytes(path, MOST_BYTES)
      if ('problem' in read) return undefined
      const text = fileText({ data: read.bytes, realPath: path })
      return text === undefined ? undefined : { text, bytes: read.bytes }
    },
    // A rewind takes it back with the edit that it followed.
    rewrote: (path, before, after) => history.beforeWrite(path, before, after),
  })
}
