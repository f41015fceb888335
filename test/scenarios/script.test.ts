import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ledgerRows } from '../../src/features/sessions/ledger/ledger-rows.ts'
import { readStory } from '../../src/features/sessions/ledger/read-story.ts'
import { markerFor } from '../../src/lib/secrets/marker.ts'
import { createWorld, type World, type WorldOptions } from '../support/engine-bench.ts'
import { madeGithubToken } from '../support/made-secrets.ts'
import { toolResults } from '../support/tool-results.ts'

type Options = Omit<WorldOptions, 'scenario'>

const script = (code: string) => ({ tool: { name: 'Script', input: { code } } })
const scripts = (...codes: string[]) => ({ replies: [...codes.map(script), { text: 'Done.' }] })

/** The results of scripts, run one after the other in one turn. */
const played = async (world: World): Promise<readonly string[]> => {
  await world.ask('go')
  return toolResults(world.model.requests).map(({ text }) => text)
}

const resultOf = async (code: string, options: Options = {}): Promise<string> => {
  await using world = await createWorld({ ...options, scenario: scripts(code) })
  return (await played(world))[0] ?? ''
}

const FILES = { 'a.txt': 'one\ntwo\n', 'src/b.txt': 'two\nthree\n' }

test('tools give data, and only what is printed and returned comes back', async () => {
  const text = await resultOf(
    `const { path, text, lines, totalLines } = await tools.Read({ file_path: 'a.txt' })
    print(path.endsWith('/a.txt'), JSON.stringify(text), lines, totalLines)
    const found = await tools.Grep({ pattern: 'two' })
    print(found.sort((a, b) => a.path < b.path ? -1 : 1))
    print(await tools.Grep({ pattern: 'two', output_mode: 'count', path: 'a.txt' }))
    print((await tools.Glob({ pattern: '**/*.txt' })).sort())
    print(await tools.Bash({ command: 'echo out; echo err >&2; exit 3' }))
    print(table([{ a: 1, b: 'x|y' }]))
    return { done: true }`,
    { files: FILES, allow: ['Bash'] },
  )
  expect(text.split('\n')).toEqual([
    'true "one\\ntwo" [{"line":1,"text":"one"},{"line":2,"text":"two"}] 2',
    '[{"path":"a.txt","line":2,"text":"two"},{"path":"src/b.txt","line":1,"text":"two"}]',
    '[{"path":"a.txt","count":1}]',
    '["a.txt","src/b.txt"]',
    '{"stdout":"out\\n","stderr":"err\\n","exitCode":3}',
    '| a | b |',
    '| --- | --- |',
    '| 1 | x\\|y |',
    '{"done":true}',
  ])
})

test('what was printed before an error is kept; the error names its line, and an unknown tool what was meant', async () => {
  expect(await resultOf("print('before')\n\nawait tools.Grepp({ what: 'a' })")).toMatch(
    /^before\nError in line 3 of the script: There is no tool named Grepp\. Did you mean Grep\?$/,
  )
  // A slip that a call of the model is forgiven.
  expect(await resultOf("return await tools.Raed({ file_path: 'a.txt' })")).toBe(
    'Error in line 1 of the script: There is no tool named Raed. Did you mean Read?',
  )
  expect(await resultOf('return 1 +')).toMatch(/^Error in .*of the script: /)
  expect(await resultOf('await new Promise(() => {})')).toContain(
    'it waits for something that will never come',
  )
  expect(await resultOf('')).toContain('code')
  expect(await resultOf('let x = 1')).toBe(
    'The script ran to its end: it printed nothing and returned nothing.',
  )
})

test('failures and denials are errors with a code, and a script goes on after them', async () => {
  const text = await resultOf(
    `for (const make of [
      () => tools.Read({ file_path: 'none.txt' }),
      () => tools.Write({ file_path: 'x.txt', content: 'x' }),
      () => tools.Bash({ command: 'touch made' }),
      () => tools.Read({}),
      () => tools.Read('text'),
      () => tools.Bash({ command: 'a;'.repeat(20_000) }),
      () => tools.Script({ code: '1' }),
      () => tools.ToolSearch({ query: 'x' }),
      () => tools.ExitPlanMode({ plan: 'x' }),
      () => mcp.none.tool({}),
    ]) await make().catch(({ code, tool }) => print(code, tool))`,
    { files: FILES, deny: ['Bash(touch:*)'], allow: ['Script', 'Bash(echo:*)'] },
  )
  expect(text.split('\n')).toEqual([
    'failed Read',
    'denied Write',
    'denied Bash',
    'invalid Read',
    'invalid Read',
    'invalid Bash',
    'not_here Script',
    'not_here ToolSearch',
    'not_here ExitPlanMode',
    'invalid mcp__none__tool',
  ])
})

test('a script that only looks needs no rule, and a rule that denies Script denies it all', async () => {
  const look = "print((await tools.Read({ file_path: 'a.txt' })).text)"
  expect(await resultOf(look, { files: FILES })).toBe('one\ntwo')
  expect(await resultOf(look, { files: FILES, deny: ['Script'] })).toContain('Permission denied')
})

test('what a script changed is in the ledger, call by call, and one rewind takes it back', async () => {
  await using world = await createWorld({
    files: FILES,
    allow: ['Edit', 'Bash'],
    scenario: scripts(
      `await tools.Read({ file_path: 'a.txt' })
      await tools.Edit({ file_path: 'a.txt', old_string: 'one', new_string: '1' })
      await Promise.all(['x', 'y'].map(name => tools.Write({ file_path: name + '.txt', content: name })))
      await tools.Bash({ command: 'touch z' })`,
    ),
  })
  await world.ask('go')
  const read = (name: string) => readFileSync(join(world.dir, name), 'utf8')
  expect([read('a.txt'), read('x.txt'), read('y.txt')]).toEqual(['1\ntwo\n', 'x', 'y'])
  const effects = world.events.flatMap(event =>
    event.type === 'entry' && event.entry.type === 'user' ? (event.entry.effects ?? []) : [],
  )
  expect(effects.map(({ kind, outcome, text }) => [kind, outcome, text.replace(/^.*\//, '')])).toEqual([
    ['write', 'done', 'a.txt'],
    ['write', 'done', 'x.txt'],
    ['write', 'done', 'y.txt'],
    ['command', 'done', 'touch z'],
  ])
  expect(ledgerRows(readStory(world.sessionPath), () => 0).length).toBeGreaterThan(0)
  const { uuid } = world.events.flatMap(event =>
    event.type === 'entry' && event.entry.type === 'user' ? [event.entry] : [],
  )[0] ?? { uuid: '' }
  await world.engine.rewindFiles({ messageUuid: uuid })
  expect([read('a.txt'), existsSync(join(world.dir, 'x.txt'))]).toEqual(['one\ntwo\n', false])
})

test('a secret is taken out before the script sees it: turned round it is none', async () => {
  const token = madeGithubToken()
  const text = await resultOf(
    `const { text } = await tools.Read({ file_path: 'app.conf' })
    print([...text].reverse().join(''))
    print([...(await tools.Bash({ command: 'cat app.conf' })).stdout].reverse().join(''))`,
    { files: { 'app.conf': `TOKEN=${token}\n` }, allow: ['Bash'] },
  )
  const backwards = (line: string) => [...line].reverse().join('')
  expect(text).not.toContain(backwards(token))
  expect(text).toContain(backwards(markerFor('github-token', token)))
})

test('what a script read the model has not read: it may not overwrite it', async () => {
  await using world = await createWorld({
    files: FILES,
    allow: ['Edit', 'Write'],
    scenario: {
      replies: [
        script("await tools.Read({ file_path: 'a.txt' })"),
        { tool: { name: 'Write', input: { file_path: 'a.txt', content: 'all new' } } },
        { text: 'Done.', when: { toolResult: { contains: 'has not been read', isError: true } } },
      ],
    },
  })
  expect((await world.ask('go')).report.text).toBe('Done.')
})

test('in plan mode a script looks, and changes nothing', async () => {
  const text = await resultOf(
    `print((await tools.Read({ file_path: 'a.txt' })).text)
    print((await tools.Bash({ command: 'cat a.txt' })).stdout)
    await tools.Write({ file_path: 'x.txt', content: 'x' }).catch(error => print(error.code))
    await tools.Bash({ command: 'touch y' }).catch(error => print(error.code))`,
    {
      files: FILES,
      allow: ['Bash', 'Edit'],
      config: config => ({ permissions: { ...config.permissions, mode: 'plan' } }),
    },
  )
  expect(text.split('\n').slice(-2)).toEqual(['denied', 'denied'])
})

test('calls that run when the script ends are cancelled, and none acts afterwards', async () => {
  await using world = await createWorld({
    allow: ['Bash'],
    scenario: scripts(
      "const look = tools.Glob({ pattern: '*' })\ntools.Bash({ command: 'sleep 5; touch late' })\nawait look\nreturn 'over'",
    ),
  })
  const [text] = await played(world)
  expect([text, existsSync(join(world.dir, 'late'))]).toEqual(['over', false])
})

test('hooks see every call of a script with the script as its parent, deny and change it, and are heard once', async () => {
  await using world = await createWorld({
    files: { 'a.txt': 'one', 'b.txt': 'two' },
    allow: ['Bash'],
    config: () => ({
      hooks: {
        PreToolUse: [
          {
            matcher: 'Read|Glob',
            hooks: [
              {
                type: 'command',
                command: 'tee -a "$CLAUDE_PROJECT_DIR/seen"; echo >> "$CLAUDE_PROJECT_DIR/seen"; exit 0',
              },
            ],
          },
          { matcher: 'Grep', hooks: [{ type: 'command', command: 'echo not this >&2; exit 2' }] },
        ],
        PostToolUse: [
          {
            matcher: 'Read',
            hooks: [
              {
                type: 'command',
                command: `echo '${JSON.stringify({ hookSpecificOutput: { hookEventName: 'PostToolUse', additionalContext: 'mind the gap' } })}'`,
              },
            ],
          },
        ],
      },
    }),
    scenario: scripts(
      `const read = async file_path => (await tools.Read({ file_path })).text
      print(await read('a.txt'), await read('b.txt'))
      await tools.Grep({ pattern: 'x' }).catch(({ code, message }) => print(code, message.includes('not this')))`,
    ),
  })
  const [text = ''] = await played(world)
  expect(text).toMatch(/^one two\ndenied true/)
  expect(text.split('mind the gap').length).toBe(2)
  const seen = readFileSync(join(world.dir, 'seen'), 'utf8')
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line))
  expect(
    seen.map(({ tool_input, parent_tool_use_id }) => [tool_input.file_path, parent_tool_use_id]),
  ).toEqual([
    [join(world.dir, 'a.txt'), seen[0].tool_use_id.replace(/_1$/, '')],
    [join(world.dir, 'b.txt'), seen[1].tool_use_id.replace(/_2$/, '')],
  ])
})

test('a question says which call of which script it is, and may be answered for the rest of that script alone', async () => {
  await using world = await createWorld({
    config: config => ({ permissions: { ...config.permissions, canAsk: true } }),
    scenario: scripts(
      `for (const name of ['a', 'b', 'c']) await tools.Bash({ command: 'git tag ' + name })
      for (const name of ['a', 'b']) await tools.Write({ file_path: name + '.txt', content: '' })
      return 'made'`,
      `await tools.Bash({ command: 'git tag d' }).catch(({ code }) => print(code))`,
    ),
  })
  const asked: unknown[] = []
  const answering = (async () => {
    for await (const event of world.engine.events()) {
      if (event.type === 'turn_ended') return
      if (event.type !== 'permission_request') continue
      const { id, script, decision, details } = event.request
      const rest = decision.offer.find(({ destination }) => destination === 'script')
      asked.push([script?.call, script?.before, script?.line, rest !== undefined, details?.saves[0]])
      const allow = asked.length <= 2 && rest ? { updatedPermissions: [rest] } : undefined
      const answer = allow
        ? ({ behavior: 'allow', ...allow } as const)
        : ({ behavior: 'deny', message: '' } as const)
      await world.engine.send({ type: 'answer_permission', id, answer })
    }
  })()
  expect(await played(world)).toEqual(['made', 'denied'])
  await answering
  expect(asked).toEqual([
    [1, 0, 1, true, { rule: 'Bash(git tag:*)' }],
    [4, 0, 2, true, { rule: 'acceptEdits' }],
    [1, 0, 1, true, { rule: 'Bash(git tag:*)' }],
  ])
})

test('its calls are told as they are made, and shown as a tree in the end', async () => {
  await using world = await createWorld({
    files: FILES,
    scenario: scripts(
      `await tools.Read({ file_path: 'a.txt' })\nawait tools.Read({ file_path: 'none' }).catch(() => 0)`,
    ),
  })
  await world.ask('go')
  const told = world.events.flatMap(event =>
    event.type === 'script_call' ? [[event.call.name, event.result?.is_error ?? (event.result && 'ok')]] : [],
  )
  expect(told).toEqual([
    ['Read', undefined],
    ['Read', 'ok'],
    ['Read', undefined],
    ['Read', true],
  ])
  const output = world.events.flatMap(event =>
    event.type === 'entry' && event.entry.type === 'user' ? [event.entry.toolUseResult] : [],
  )
  expect(output.at(-1)).toMatchObject({
    tree: [
      { tool: 'Read', state: 'done', line: 1 },
      { tool: 'Read', state: 'failed', about: 'none', line: 2 },
    ],
    calls: [{ tool: 'Read', count: 2, failed: 1 }],
  })
})

test('the last script that worked is kept as a skill', async () => {
  const code = "// Says hi\nreturn 'hi ' + (args ?? []).join()"
  await using world = await createWorld({ scenario: scripts(code, 'throw 1') })
  const save = async () => (await world.ask('/script save greet')).report.text
  expect(await save()).toContain('No script has run')
  await world.ask('go')
  expect(await save()).toContain('Run it with /greet')
  const at = join(world.dir, '.capstan/skills/greet')
  expect(readFileSync(join(at, 'greet.capstan.js'), 'utf8')).toBe(`${code}\n`)
  expect(readFileSync(join(at, 'SKILL.md'), 'utf8')).toMatch(
    /^---\ndescription: "Says hi"\n[\s\S]*\$\{SKILL_DIR\}\/greet\.capstan\.js[\s\S]*\$ARGUMENTS\n$/,
  )
  expect(await save()).toContain('already has a skill')
})
