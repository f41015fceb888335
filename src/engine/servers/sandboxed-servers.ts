import type { Sandbox } from '../../features/sandbox/sandbox.ts'
import type { ProgramStart } from '../../lib/git/start-git.ts'
import type { Contribution } from '../../protocol/extensions/contribution.ts'
import type { NamedServer } from '../../protocol/extensions/server.ts'
import type { SandboxChoice } from '../sandbox/options.ts'
import type { McpOptions } from './part-options.ts'

/** The sandbox of servers that say they want one: made with the first of them. */
export interface ServerSandbox extends AsyncDisposable {
  /** Throws, in words, where it does not work: such a server does not run without it. */
  enter(start: ProgramStart): Promise<ProgramStart>
}

export const createServerSandbox = (
  { openSandbox }: Pick<McpOptions, 'openSandbox'>,
  choose: () => SandboxChoice,
): ServerSandbox => {
  let opened: Promise<Sandbox> | undefined
  return {
    async enter(start) {
      opened ??= openSandbox(choose())
      try {
        return await (await opened).enterServer(start)
      } catch (error) {
        // What the person installs meanwhile counts at the next try.
        await opened.catch(() => {
          opened = undefined
        })
        throw error
      }
    },
    async [Symbol.asyncDispose]() {
      await (await opened?.catch(() => undefined))?.[Symbol.asyncDispose]()
    },
  }
}

/**
 * What a repository writes under the name of a server that the person holds in the sandbox is held there, too: its row
 * may put a server into the sandbox, and never takes one out.
 */
export const keepSandboxed = <T extends NamedServer>(
  wanted: readonly T[],
  written: readonly Contribution[],
): readonly T[] => {
  const rows = written.flatMap(({ servers = [] }) => servers)
  const held = new Set(rows.filter(row => !isOfFolder(row) && isHeld(row)).map(({ name }) => name))
  return wanted.map(server => {
    const { config } = server
    return config.type === 'stdio' && isOfFolder(server) && held.has(server.name)
      ? { ...server, config: { ...config, sandbox: true } }
      : server
  })
}

/** It needs the person's word because it comes with a folder. */
const isOfFolder = ({ approval }: NamedServer): boolean => approval !== undefined
const isHeld = ({ config }: NamedServer): boolean => config.type === 'stdio' && config.sandbox === true
