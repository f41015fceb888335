import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { clientPackage } from '../support/needs-program.ts'
import { openWorld, REPOSITORY, type World } from '../support/run-program.ts'

const ACPX = clientPackage('acpx/dist/cli.js')
const run = promisify(execFile)

interface Asked {
  readonly method?: string
  readonly params: {
    readonly toolCall: { readonly content: readonly { readonly type: string }[] }
    readonly options: readonly { readonly kind: string }[]
  }
}

/** What one prompt through the public command-line client of the protocol was asked, and all that it prints. */
const prompt = async (world: World, args: readonly string[], text: string) => {
  const agent = `${join(REPOSITORY, 'bin/capstan')} acp`
  const { stdout } = await run(
    process.execPath,
    [ACPX ?? '', '--agent', agent, '--cwd', world.project, '--format', 'json', ...args, 'exec', text],
    { cwd: world.project, env: { ...world.env, ACPX_HOME: join(world.root, 'acpx') } },
  ).catch((error: { readonly stdout?: string }) => {
    // A refused call is its exit code.
    if (error.stdout) return error as { readonly stdout: string }
    throw error
  })
  const asked = stdout
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line) as Asked)
    .filter(({ method }) => method === 'session/request_permission')
    .map(({ params }) => [params.options.map(({ kind }) => kind), params.toolCall.content[0]?.type])
  return { asked, stdout }
}

const settingsOf = (world: World): string =>
  [world.config, join(world.project, '.capstan'), join(world.project, '.claude')]
    .flatMap(directory => (existsSync(directory) ? [directory] : []))
    .flatMap(directory =>
      readdirSync(directory)
        .filter(name => /^settings.*\.json$/.test(name))
        .map(name => join(directory, name)),
    )
    .map(file => readFileSync(file, 'utf8'))
    .join('\n')

test.runIf(ACPX !== undefined)(
  'acpx is asked about a change, shows it, and its answer by kind writes no rule',
  async () => {
    await using world = await openWorld({
      replies: [
        {
          when: { lastUserText: 'make one' },
          tool: { name: 'Write', input: { file_path: 'one', content: 'one\n' } },
        },
        { when: { lastUserText: 'make two' }, tool: { name: 'Bash', input: { command: 'touch two' } } },
        { text: 'as you wish', repeat: true },
      ],
    })
    const [allowed, denied] = [
      await prompt(world, ['--approve-all'], 'make one'),
      await prompt(world, ['--deny-all'], 'make two'),
    ]
    const kinds = ['allow_once', 'allow_always', 'reject_once']
    expect(allowed).toMatchObject({
      asked: [[kinds, 'diff']],
      stdout: expect.stringContaining('as you wish'),
    })
    expect(denied.asked).toMatchObject([[kinds, expect.anything()]])
    expect([existsSync(join(world.project, 'one')), existsSync(join(world.project, 'two'))]).toEqual([
      true,
      false,
    ])
    expect(denied.stdout).toMatch(/as you wish|end_turn/)
    expect(settingsOf(world)).not.toContain('Bash')
  },
)
