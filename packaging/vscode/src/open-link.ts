import { join } from 'node:path'
import { findHomes } from '../../../src/host/find-homes.ts'
import type { EditorApi, ExtensionContext } from './editor-api.ts'
import { Diffs } from './link/diffs.ts'
import { LinkServer } from './link/link-server.ts'
import { problemsTool } from './link/problems.ts'
import { SelectionWatch } from './link/selection.ts'
import type { ExtensionWords } from './words.ts'

export interface EditorLink {
  readonly port: number
  /** Puts the file in sight, or the lines selected in it, into a prompt. False: there is none. */
  mention(to: 'panel' | 'terminal', panel: number | undefined): boolean
}

/** What this editor offers to Capstan: in its own terminals, in the panel, and wherever `capstan --ide` looks. */
export const openLink = async (
  api: EditorApi,
  context: ExtensionContext,
  at: {
    readonly env: Readonly<Record<string, string | undefined>>
    readonly words: ExtensionWords
    log(line: string): void
  },
): Promise<EditorLink> => {
  const { subscriptions, extension, environmentVariableCollection: variables } = context
  const diffs = new Diffs(api, at.words, subscriptions)
  const selection = new SelectionWatch(api, now => link.notify('selection_changed', now), subscriptions)
  const link: LinkServer = await LinkServer.open({
    directory: join(findHomes(at.env).configHome, 'ide'),
    name: api.env.appName,
    version: extension.packageJSON.version,
    folders: () =>
      (api.workspace.workspaceFolders ?? [])
        .filter(({ uri }) => uri.scheme === 'file')
        .map(({ uri }) => uri.fsPath),
    tools: { ...diffs.tools, ...selection.tools, getDiagnostics: problemsTool(api) },
    gone: client => diffs.leave(client),
    log: at.log,
  })
  subscriptions.push(
    link,
    api.workspace.onDidChangeWorkspaceFolders(() => link.announce()),
  )
  // Of this window and of now: another one has another port.
  variables.persistent = false
  variables.replace('CAPSTAN_SSE_PORT', String(link.port))
  return {
    port: link.port,
    mention(to, panel) {
      const mention = selection.mention()
      if (!mention) return false
      const inPanel = link.clients.filter(({ pid }) => pid === panel)
      const elsewhere = link.clients.filter(({ pid }) => pid !== panel).slice(-1)
      const [first, second] = to === 'panel' ? [inPanel, elsewhere] : [elsewhere, inPanel]
      for (const client of first.length > 0 ? first : second) client.notify('at_mentioned', mention)
      return true
    },
  }
}
