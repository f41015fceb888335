import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { clientPackage } from '../support/needs-program.ts'
import { openWorld, PROGRAM_COMMAND, type World } from '../support/run-program.ts'

const INSPECTOR = clientPackage('@modelcontextprotocol/inspector/clients/cli/build/index.js')
const run = promisify(execFile)

/** What the public inspector prints of one request to `capstan mcp serve`. */
const inspect = async (world: World, ...args: readonly string[]): Promise<Record<string, unknown>> => {
  const { stdout } = await run(
    process.execPath,
    [INSPECTOR ?? '', ...args, '--cwd', world.project, '--', ...PROGRAM_COMMAND, 'mcp', 'serve'],
    { cwd: world.project, env: world.env },
  ).catch((error: { readonly stdout: string; readonly stderr: string }) => {
    // A tool that failed is its exit code too.
    if (error.stdout.startsWith('{')) return error
    throw error
  })
  return JSON.parse(stdout) as Record<string, unknown>
}

test.runIf(INSPECTOR !== undefined)(
  'the MCP inspector lists the tools that are served, and calls them under the rules of the person',
  async () => {
    await using world = await openWorld({ replies: [] })
    world.put('note.txt', 'a note\n')
    const [listed, read, refused] = await Promise.all([
      inspect(world, '--method', 'tools/list', '--strict'),
      inspect(world, ...call('Read', `file_path=${join(world.project, 'note.txt')}`)),
      inspect(world, ...call('Bash', 'command=touch made')),
    ])
    const tools = listed['tools'] as readonly { readonly name: string; readonly inputSchema: object }[]
    expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['Read', 'Edit', 'Write', 'Bash']))
    expect(JSON.stringify(read)).toContain('a note')
    expect(refused).toMatchObject({ isError: true })
    expect(existsSync(join(world.project, 'made'))).toBe(false)
  },
)

const call = (name: string, argument: string): readonly string[] => [
  ...['--method', 'tools/call', '--tool-name', name, '--tool-arg', argument],
]
