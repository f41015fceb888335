import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { EngineConfig } from '../../src/engine/config.ts'
import { createWorld, type World, type WorldOptions } from '../support/engine-bench.ts'
import { toolResults } from '../support/tool-results.ts'

// What a script may use up, what it keeps and leaves, and how far a yes for the rest of it goes.

type Options = Omit<WorldOptions, 'scenario'>

const scripts = (...codes: readonly string[]) => ({
  replies: [...codes.map(code => ({ tool: { name: 'Script', input: { code } } })), { text: 'Done.' }],
})

const resultsOf = async (codes: readonly string[], options: Options = {}): Promise<readonly string[]> => {
  await using world = await createWorld({ ...options, scenario: scripts(...codes) })
  await world.ask('go')
  return toolResults(world.model.requests).map(({ text }) => text)
}

const limited =
  (script: NonNullable<EngineConfig['limits']['script']>) =>
  ({ limits }: EngineConfig): Partial<EngineConfig> => ({ limits: { ...limits, script } })

test('nothing of a script is there for the next one', async () => {
  const look =
    "typeof left + typeof Array.prototype.left + typeof tools.left + (await tools.Read({ file_path: 'a.txt' })).left"
  const [, second] = await resultsOf(
    [
      `left = 1; globalThis.left = 1; Array.prototype.left = 1; try { tools.left = 1 } catch {}; Object.prototype.left = 1`,
      `return ${look}`,
    ],
    { files: { 'a.txt': 'one' } },
  )
  expect(second).toBe('undefinedundefinedfunctionundefined')
})

test('a result of more than 8 MB loses its end, and says so', async () => {
  const [text = ''] = await resultsOf(
    [
      `const { stdout, truncated, exitCode } = await tools.Bash({ command: 'yes 0123456789abcde | head -c 9437184' })
      print(stdout.length > 7 * 2 ** 20, stdout.length < 8 * 2 ** 20, truncated, exitCode)
      const { stdout: small, ...rest } = await tools.Bash({ command: 'yes 0123456789abcde | head -c 7340032' })
      return [small.length, 'truncated' in rest]`,
    ],
    { allow: ['Bash'] },
  )
  expect(text.split('\n')).toEqual(['true true true 0', '[7340032,false]'])
})

test('what is printed and returned is bounded, and all of it is in a file', async () => {
  const code = (end: string) => `for (let n = 0; n < 20000; n++) print('line ' + n)\n${end}`
  await using world = await createWorld({
    scenario: scripts(code("return 'the end'"), code("throw Error('lost in the middle')")),
  })
  await world.ask('go')
  const [text = '', failed] = toolResults(world.model.requests).map(result => result.text)
  // Why it failed is not only in the file.
  expect(failed).toMatch(/line 0\n[\s\S]*\nError in line 2 of the script: lost in the middle$/)
  expect(text.length).toBeLessThan(60_000)
  const path = /All of it is in (\S+);/.exec(text)?.[1] ?? ''
  expect(readFileSync(path, 'utf8').split('\n').slice(-2)).toEqual(['line 19999', 'the end'])
})

/** One red pixel. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVQI12P4z8AAAAMBAQAY3Y2wAAAAAElFTkSuQmCC'

test('a picture comes with the result, and never enters the script', async () => {
  await using world = await createWorld({
    scenario: scripts("return JSON.stringify(await tools.Read({ file_path: 'a.png' }))"),
  })
  writeFileSync(join(world.dir, 'a.png'), Buffer.from(PIXEL, 'base64'))
  await world.ask('go')
  const [result] = toolResults(world.model.requests)
  expect(JSON.stringify(world.model.requests[1]?.messages).split('"type":"image"').length).toBe(2)
  expect(result?.text).not.toBe('')
  expect(result?.text).not.toContain(PIXEL.slice(0, 20))
})

test.each<[string, NonNullable<EngineConfig['limits']['script']>, string, RegExp]>([
  ['calls', { maxCalls: 3 }, "for (;;) await tools.Glob({ pattern: '*' })", /3 calls/],
  ['computing', { computeSeconds: 0.2 }, 'for (;;);', /0\.2 s/],
  ['memory', { memoryMB: 16 }, 'const all = []; for (;;) all.push(new ArrayBuffer(1e6))', /16 MB/],
  ['output', { outputMB: 1 }, "for (;;) print('x'.repeat(1000))", /1 MB/],
])('its limit of %s is a setting, and the error names it', async (_, script, code, told) => {
  const [text] = await resultsOf([code], { config: limited(script) })
  expect(text).toMatch(told)
})

test('as many calls run at once as the setting says', async () => {
  const most = async (parallel: number): Promise<number> => {
    let running = 0
    let seen = 0
    const config = (all: EngineConfig): Partial<EngineConfig> => ({
      ...limited({ parallel })(all),
      tools: {
        ...all.tools,
        async load(name) {
          const tool = await all.tools.load(name)
          if (tool?.name !== 'Glob') return tool
          return {
            ...tool,
            async *run(input, call) {
              running += 1
              seen = Math.max(seen, running)
              await new Promise(resolve => setImmediate(resolve))
              const output = yield* tool.run(input, call)
              running -= 1
              return output
            },
          }
        },
      },
    })
    const code = "await Promise.all(Array.from({ length: 12 }, () => tools.Glob({ pattern: '*' })))"
    await resultsOf([code], { config })
    return seen
  }
  expect([await most(1), await most(4)]).toEqual([1, 4])
})

test('what is kept of it to go on after a kill is for its owner alone', async () => {
  const seen: string[] = []
  await using world: World = await createWorld({
    allow: ['Bash'],
    scenario: scripts("await tools.Bash({ command: 'true' }); return 1"),
  })
  await world.ask('go')
  const kept = readdirSync(world.configHome, { recursive: true, encoding: 'utf8' })
    .filter(path => /\/scripts\/[^/]+\.jsonl$/.test(path))
    .map(path => join(world.configHome, path))
  for (const path of kept) seen.push((statSync(path).mode & 0o777).toString(8))
  expect(seen).toEqual(['600'])
  // It lies in the directory of the session, and goes with it.
  expect(kept[0]).toContain(world.sessionPath.replace(/\.jsonl$/, '/'))
})

/** What is asked while every question is answered with a yes for the rest of the script, where that is offered. */
const askedIn = async (code: string): Promise<readonly string[]> => {
  const asked: string[] = []
  await using world = await createWorld({
    config: config => ({ permissions: { ...config.permissions, canAsk: true } }),
    scenario: scripts(code),
  })
  const answering = (async () => {
    for await (const event of world.engine.events()) {
      if (event.type === 'turn_ended') return
      if (event.type !== 'permission_request') continue
      const { id, decision, script } = event.request
      const rest = decision.offer.filter(({ destination }) => destination === 'script')
      asked.push(`${script?.call} ${rest.length > 0 ? 'rest' : 'once'}`)
      // Nothing runs that is asked about twice.
      const answer =
        rest.length > 0
          ? ({ behavior: 'allow', updatedPermissions: rest } as const)
          : ({ behavior: 'deny', message: '' } as const)
      await world.engine.send({ type: 'answer_permission', id, answer })
    }
  })()
  await world.ask('go')
  await answering
  return asked
}

test.each<[string, string, readonly string[]]>([
  [
    'what destroys is asked every time',
    "for (const command of ['rm -rf a', 'rm -rf b', 'git reset --hard', 'git push --force', 'sudo true']) await tools.Bash({ command }).catch(() => 0)",
    ['1 once', '2 once', '3 once', '4 once', '5 once'],
  ],
  [
    'another directory is asked about, and every time',
    `await tools.Write({ file_path: 'a.txt', content: '' })
    await tools.Write({ file_path: 'b.txt', content: '' })
    for (const name of ['../c.txt', '../d.txt', '/etc/e.txt']) await tools.Write({ file_path: name, content: '' }).catch(() => 0)`,
    ['1 rest', '3 once', '4 once', '5 once'],
  ],
  [
    'another host is asked about',
    `for (const url of ['https://a.invalid/1', 'https://a.invalid/2', 'https://b.invalid/'])
      await tools.WebFetch({ url, prompt: 'x' }).catch(() => 0)`,
    ['1 rest', '3 rest'],
  ],
  [
    'another program is asked about',
    "for (const command of ['git tag a', 'git tag b', 'git stash', 'npm publish']) await tools.Bash({ command }).catch(() => 0)",
    ['1 rest', '3 rest', '4 rest'],
  ],
])('a yes for the rest of a script: %s', async (_, code, asked) => {
  expect(await askedIn(code)).toEqual(asked)
})

test('an agent of a script is one more agent of the session: where no agent may begin, none does', async () => {
  const [text] = await resultsOf(
    [
      `for (const n of [1, 2]) await tools.Agent({ description: 'd', prompt: 'p' + n }).then(() => print('ran'), ({ code, tool }) => print(code, tool))`,
    ],
    { deny: ['Agent'] },
  )
  expect(text).toMatch(/^denied Agent\ndenied Agent/)
})

test('an agent of a script runs on the budget of the session: once it is spent, none begins and no request is made', async () => {
  const code = `for (const n of [1, 2, 3])
    await tools.Agent({ description: 'd', prompt: 'TASK ' + n }).then(() => print('ran', n), ({ code, message }) => print(code, message))`
  await using world = await createWorld({
    config: ({ limits }) => ({ limits: { ...limits, maxBudgetUsd: 0.1 } }),
    scenario: {
      replies: [
        { tool: { name: 'Script', input: { code } }, when: { lastUserText: 'GO' } },
        {
          text: 'looked',
          when: { lastUserText: 'TASK' },
          usage: { input_tokens: 100_000, output_tokens: 1000 },
          repeat: true,
        },
      ],
    },
  })
  const { terminal } = await world.ask('GO')
  expect(terminal.kind).toBe('budget_usd')
  const asked = world.model.requests.map(({ messages }) => JSON.stringify(messages.at(-1)))
  // The first spent it all.
  expect(asked.filter(last => last.includes('TASK'))).toEqual([expect.stringContaining('TASK 1')])
})

test('a file that another session is editing is not written by a script, which is told who has it', async () => {
  const write = `await tools.Read({ file_path: 'f.txt' })
    return await tools.Edit({ file_path: 'f.txt', old_string: 'beta', new_string: 'BETA' }).then(() => 'edited', ({ code, message }) => code + ' ' + message)`
  const options = {
    files: { 'f.txt': 'alpha\nbeta\n' },
    allow: ['Bash', 'Edit'],
    config: ({ place }: EngineConfig) => ({
      place: { ...place, leasesDir: join(place.historyDir ?? '', '../../leases') },
    }),
  }
  const hold = `await tools.Read({ file_path: 'f.txt' })
    await tools.Edit({ file_path: 'f.txt', old_string: 'alpha', new_string: 'ALPHA' })
    await tools.Bash({ command: 'until [ -e go ]; do sleep 0.01; done' })`
  await using first = await createWorld({ ...options, scenario: scripts(hold) })
  const { files: _, ...same } = options
  await using second = await createWorld({ ...same, in: first, scenario: scripts(write, write) })
  const asked = first.ask('GO')
  const path = join(first.dir, 'f.txt')
  await expect.poll(() => readFileSync(path, 'utf8')).toContain('ALPHA')
  await second.ask('GO')
  writeFileSync(join(first.dir, 'go'), '')
  await asked
  const texts = toolResults(second.model.requests).map(({ text }) => text)
  expect(texts[0]).toMatch(/^failed .*another session .*is editing this file/)
  // A lease that a script took is gone with its turn.
  expect(readdirSync(join(first.configHome, 'leases'))).toEqual([])
  expect(readFileSync(path, 'utf8')).toBe('ALPHA\nbeta\n')
})

test('a script of an agent that may start none starts none', async () => {
  const script = (code: string) => ({ tool: { name: 'Script', input: { code } } })
  await using world = await createWorld({
    allow: ['Agent'],
    scenario: {
      replies: [
        {
          ...script("await tools.Agent({ description: 'd', prompt: 'TASK outer' })"),
          when: { lastUserText: 'GO' },
        },
        {
          ...script(
            "return await tools.Agent({ description: 'd', prompt: 'TASK inner' }).then(() => 'ran', ({ code, tool }) => `${code} ${tool}`)",
          ),
          when: { lastUserText: 'TASK outer' },
        },
        { text: 'said', when: { lastUserText: 'TASK inner' } },
        { text: 'ended', repeat: true },
      ],
    },
  })
  await world.ask('GO')
  const seen = world.model.requests.map(({ messages }) => JSON.stringify(messages))
  expect(seen.filter(each => each.includes('TASK outer')).length).toBeGreaterThan(0)
  expect(seen.some(each => each.includes('invalid Agent'))).toBe(true)
  // Of the inner task there is only the code that asked for it.
  expect(
    world.model.requests.filter(({ messages }) => JSON.stringify(messages[0]).includes('TASK inner')),
  ).toEqual([])
})
