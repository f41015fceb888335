import { cpSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { EngineConfig } from '../../src/engine/config.ts'
import { seededRandom } from '../support/crash-run.ts'
import { createWorld, type World } from '../support/engine-bench.ts'
import { sampleSize } from '../support/sample-size.ts'
import { tmpDir } from '../support/tmp-dir.ts'
import { toolResults } from '../support/tool-results.ts'

const POINTS = sampleSize({ usual: 5, full: 60 })
const ROUNDS = 10

/** Forty calls: looks, commands that leave a trace each time they run, edits of what was read before. */
const CODE = `
const sure = async (make, isDone) => {
  try {
    return await make()
  } catch (error) {
    if (error.code !== 'unknown') throw error
    if (!(await isDone())) return await make()
  }
}
const log = async () => (await tools.Bash({ command: 'cat log.txt' })).stdout.split('\\n')
for (let n = 0; n < ${ROUNDS}; n += 1) {
  const path = 'f' + n + '.txt'
  const [{ text }] = await Promise.all([tools.Read({ file_path: path }), tools.Grep({ pattern: 'old', path })])
  await sure(() => tools.Bash({ command: 'echo ' + n + ' >> log.txt' }), async () => (await log()).includes(String(n)))
  await sure(
    () => tools.Edit({ file_path: path, old_string: 'old', new_string: 'new ' + text.length }),
    async () => (await tools.Read({ file_path: path })).text.includes('new'),
  )
}
print((await log()).join(','))
return (await tools.Grep({ pattern: 'new' })).map(({ path, text }) => path + ' ' + text).sort()
`

const FILES = {
  'log.txt': '',
  ...Object.fromEntries(Array.from({ length: ROUNDS }, (_, n) => [`f${n}.txt`, `old ${'x'.repeat(n)}\n`])),
}

/** Hears of the moments at which a program could be killed: before a call acts, and when it has but nobody knows. */
const atMoments =
  (moment: () => void) =>
  (config: EngineConfig): Partial<EngineConfig> => ({
    tools: {
      ...config.tools,
      async load(name) {
        const tool = await config.tools.load(name)
        if (!tool || name === 'Script') return tool
        return {
          ...tool,
          async *run(input, call) {
            moment()
            const output = yield* tool.run(input, call)
            moment()
            return output
          },
        }
      },
    },
  })

const ALLOW = ['Bash', 'Edit']
const SCRIPT = { replies: [{ tool: { name: 'Script', input: { code: CODE } } }, { text: 'Done.' }] }

const lastResult = (world: World): string => toolResults(world.model.requests).at(-1)?.text ?? ''
const effectsOf = (world: World): readonly string[] =>
  world.events.flatMap(event =>
    event.type === 'entry' && event.entry.type === 'user'
      ? (event.entry.effects ?? []).map(({ kind, text }) => `${kind} ${text.replace(/^.*\//, '')}`)
      : [],
  )

test('killed anywhere in a script, a session goes on with it: the same answer, and nothing done twice', async () => {
  await using tmp = tmpDir()
  const at = (name: string) => join(tmp.path, name)
  const live = { dir: at('project'), configHome: at('config') }
  const copy = (from: string, to: string): void => {
    rmSync(at(to), { recursive: true, force: true })
    mkdirSync(at(to), { recursive: true })
    // A killed program holds no session.
    const filter = (path: string): boolean => !path.endsWith('.lock')
    cpSync(at(from), at(to), { recursive: true, preserveTimestamps: true, filter })
  }
  const random = seededRandom(42)
  // Two moments a call, as far as calls are known beforehand; in a few, one just after an effect nobody wrote down yet.
  const all = Array.from({ length: ROUNDS * 8 }, (_, moment) => moment)
  const wanted = new Set([5, ...all.toSorted(() => random() - 0.5)].slice(0, POINTS))
  let moments = 0
  const config = atMoments(() => {
    if (wanted.has(moments)) for (const name of ['project', 'config']) copy(name, `${moments}-${name}`)
    moments += 1
  })
  let whole = { result: '', effects: [] as readonly string[], path: '' }
  {
    await using world = await createWorld({ in: live, files: FILES, allow: ALLOW, config, scenario: SCRIPT })
    await world.ask('go')
    whole = { result: lastResult(world), effects: effectsOf(world), path: world.sessionPath }
  }
  expect(moments).toBe(2 * (4 * ROUNDS + 2))
  expect(whole.result.split('\n')[0]).toBe(`${Array.from({ length: ROUNDS }, (_, n) => n).join(',')},`)
  for (const point of wanted) {
    for (const name of ['project', 'config']) copy(`${point}-${name}`, name)
    await using world = await createWorld({
      in: live,
      allow: ALLOW,
      session: { resume: { path: whole.path, fork: false } },
      scenario: { replies: [{ text: 'Done.' }] },
    })
    await world.ask('go on')
    expect([point, lastResult(world)]).toEqual([point, whole.result])
    // What was under way when it was killed is told beside what was done to make it sure.
    expect([...new Set(effectsOf(world))]).toEqual([...new Set(whole.effects)])
    const [first] = (await world.engine.query('history')).filter(({ type }) => type === 'user')
    const request = { messageUuid: first?.uuid ?? '' }
    const report = await world.engine.rewindFiles(request)
    // What nobody saw the end of may be somebody else's by now: it is named, and taken back when somebody says so.
    const kept = report.canRewind ? report.kept.map(({ path }) => path.replace(/^.*\//, '')) : ['nothing']
    const held = (name: string) => readFileSync(join(live.dir, name), 'utf8')
    const left = Object.entries(FILES).filter(([name, text]) => held(name) !== text)
    expect([point, left.map(([name]) => name)]).toEqual([point, kept])
    await world.engine.rewindFiles({ ...request, force: true })
    for (const [name, text] of Object.entries(FILES))
      expect([point, name, held(name)]).toEqual([point, name, text])
  }
}, 600_000)
