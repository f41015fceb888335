import type { Sandbox } from '../../features/sandbox/sandbox.ts'
import type { ProgramStart } from '../../lib/git/start-git.ts'
import type { Contribution } from '../../protocol/extensions/contribution.ts'
import type { NamedServer } from '../../protocol/extensions/server.ts'
import type { SandboxChoice } from '../options/sandbox-choice.ts'
import type { McpOptions } from './mcp-options.ts'

/** The sandbox of servers that say they want one: made with the first of them. */
export interface ServerSandbox extends AsyncDisposable {
  /** Throws, in words, where it does not work: such a server does not run without it. */
  enter(start: ProgramStart): Promise<ProgramStart>
}

export const createServerSandbox = (
  { config, live }: Pick<McpOptions, 'config' | 'live'>,
  choose: () => SandboxChoice,
): ServerSandbox => {
  let opened: Promise<Sandbox> | undefined
  const open = async (): Promise<Sandbox> => {
    const choice = choose()
    const [{ probeHere }, { openSandbox }] = await Promise.all([
      import('../sandbox/probe-sandbox.ts'),
      import('../sandbox/open-sandbox.ts'),
    ])
    const acceptNested = choice.settings.enableWeakerNestedSandbox === true
    const found = await probeHere({ ...config.place, roots: live.roots, acceptNested })
    if (!found.available)
      throw new Error(
        `it says "sandbox": true, and the sandbox isn't available here: ${found.why}. ${found.hint}`,
      )
    return openSandbox({ config, live, choice }, found)
  }
  return {
    async enter(start) {
      opened ??= open()
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
export const keepHeld = <T extends NamedServer>(
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
