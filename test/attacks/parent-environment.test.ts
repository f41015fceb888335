import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { API_KEY, openWorld } from '../support/run-program.ts'
import { tmpDir } from '../support/tmp-dir.ts'

const SOURCE = join(import.meta.dirname, '../../src')
const linux = process.platform === 'linux'

/** A program that takes its environment as the real one does, or does not, and then lets commands look at it. */
const lookFromChildren = async (
  env: Readonly<Record<string, string>>,
  options: { readonly take: boolean; readonly looks: readonly string[] },
): Promise<{ readonly seen: readonly string[]; readonly kept: Readonly<Record<string, string>> }> => {
  await using tmp = tmpDir()
  const file = join(tmp.path, 'program.mts')
  writeFileSync(
    file,
    `import { execFileSync } from 'node:child_process'
import { readProcessEnvironment } from '${SOURCE}/cli/process-environment.ts'
const kept = ${options.take ? 'readProcessEnvironment()' : '{ ...process.env }'}
const seen = ${JSON.stringify(options.looks)}.map(look =>
  execFileSync('/bin/bash', ['-c', look], { env: { PATH: '/usr/bin:/bin' } }).toString('latin1'))
process.stdout.write(JSON.stringify({ kept, seen }))`,
  )
  const said = execFileSync(process.execPath, ['--disable-warning=ExperimentalWarning', file], {
    env: { PATH: process.env['PATH'], HOME: '/tmp', AFTER: 'stays', ...env },
    encoding: 'utf8',
    maxBuffer: 32 * 1024 * 1024,
  })
  return JSON.parse(said)
}

const SECRETS = {
  ANTHROPIC_API_KEY: 'sk-ant-canary-1',
  ANTHROPIC_AUTH_TOKEN: 'canary-2',
  CLAUDE_CODE_OAUTH_TOKEN: 'canary-3',
  AWS_BEARER_TOKEN_BEDROCK: 'canary-4',
  CAPSTAN_SEARCH_API_KEY: 'canary-5',
  CAPSTAN_TOKEN: 'canary-6',
  ANTHROPIC_CUSTOM_HEADERS: 'Authorization: Bearer canary-7',
}
const LOOKS: readonly (readonly [string, string])[] = [
  ['the parent by its number', 'cat /proc/$PPID/environ'],
  ['the parent of its parent', `bash -c 'cat /proc/$(cut -d " " -f 4 /proc/$PPID/stat)/environ'; true`],
  ['the threads of the parent', 'cat /proc/$PPID/task/*/environ'],
  ['the parent, seen from its own root', 'cat /proc/$PPID/root/proc/$PPID/environ'],
]

const looks = LOOKS.map(([, look]) => look)

/** A long value with signs that end one elsewhere, and neighbours that only look like it. */
const ODD = { ...SECRETS, ANTHROPIC_API_KEY: `canary=${'x'.repeat(20_000)}=\n=é` }
const NEIGHBOURS = { ANTHROPIC_API_KEY_FILE: 'kept', XANTHROPIC_API_KEY: 'kept-too' }

test.runIf(linux)(
  'an approved command does not find the key in the environment of the program: odd values go as well, neighbours stay',
  async () => {
    const { seen, kept } = await lookFromChildren({ ...ODD, ...NEIGHBOURS }, { take: true, looks })
    const texts = [
      'canary',
      'xxxx',
      'ANTHROPIC_API_KEY_FILE=kept',
      'XANTHROPIC_API_KEY=kept-too',
      'AFTER=stays',
    ]
    for (const [at, [name]] of LOOKS.entries())
      expect([name, ...texts.map(text => seen[at]?.includes(text))]).toEqual([
        name,
        false,
        false,
        true,
        true,
        true,
      ])
    expect(kept).toMatchObject(ODD)
  },
)

test.runIf(linux)('left as it was, each of these looks finds it', async () => {
  const { seen } = await lookFromChildren(SECRETS, { take: false, looks })
  expect(seen.map(text => text.includes('canary-6'))).toEqual(looks.map(() => true))
})

test.runIf(linux)(
  'the program itself: a command sees no key, and the model is still reached with it',
  async () => {
    const command = `cat /proc/$PPID/environ | tr '\\0' '\\n' > seen`
    await using world = await openWorld({
      replies: [{ tool: { name: 'Bash', input: { command } } }, { text: 'looked' }],
    })
    const { lines } = await world.stream(['--allowedTools', 'Bash', '--', 'look'], {
      env: { ANTHROPIC_API_KEY: API_KEY },
    })
    const seen = readFileSync(join(world.project, 'seen'), 'utf8')
    expect([seen.includes(API_KEY), seen.includes('HOME='), lines.at(-1)?.subtype]).toEqual([
      false,
      true,
      'success',
    ])
  },
)
