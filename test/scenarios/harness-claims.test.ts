import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createWorld, type World } from '../support/engine-bench.ts'

const call = (name: string, input: Readonly<Record<string, unknown>>) => ({ tool: { name, input } })
const textsOf = (world: World): string => JSON.stringify(world.model.requests.at(-1)?.messages)
const prompts = (world: World): readonly string[] =>
  world.events.flatMap(event => (event.type === 'turn_started' ? [event.turn.userMessageUuid] : []))
const allow = ['Bash', 'Edit', 'Write']
const WAITS = 'until [ -e go ]; do sleep 0.02; done'
const lastNews = (world: World): string => JSON.stringify(world.model.requests.at(-1)?.messages.slice(-2))

test.each([
  [
    'read and edited',
    [
      call('Read', { file_path: 'a.txt' }),
      call('Edit', { file_path: 'a.txt', old_string: 'two', new_string: 'TWO' }),
    ],
  ],
  [
    'found and edited',
    [
      call('Grep', { pattern: 'two', output_mode: 'content' }),
      call('Edit', { file_path: 'a.txt', old_string: 'two', new_string: 'TWO' }),
    ],
  ],
  [
    'read in part and edited',
    [
      call('Read', { file_path: 'a.txt', offset: 2, limit: 1 }),
      call('Edit', { file_path: 'a.txt', old_string: 'two', new_string: 'TWO' }),
    ],
  ],
  ['written', [call('Write', { file_path: 'b.txt', content: 'x' })]],
  [
    'read and overwritten',
    [call('Read', { file_path: 'a.txt' }), call('Write', { file_path: 'a.txt', content: 'x\n' })],
  ],
  [
    'edited twice',
    [
      call('Read', { file_path: 'a.txt' }),
      call('Edit', {
        file_path: 'a.txt',
        edits: [
          { old_string: 'one', new_string: 'ONE\nMORE' },
          { old_string: 'two', new_string: 'TWO' },
        ],
      }),
      call('Edit', { file_path: 'a.txt', old_string: 'three', new_string: 'THREE' }),
    ],
  ],
  [
    'changed by a command',
    [call('Read', { file_path: 'a.txt' }), call('Bash', { command: 'echo more >> a.txt' })],
  ],
  [
    'shown by a command and edited',
    [
      call('Bash', { command: 'cat a.txt' }),
      call('Edit', { file_path: 'a.txt', old_string: 'two', new_string: 'TWO' }),
    ],
  ],
  [
    'made by Edit',
    [
      call('Edit', { file_path: 'n.txt', old_string: '', new_string: 'n\n' }),
      call('Edit', { file_path: 'n.txt', old_string: 'n', new_string: 'm' }),
    ],
  ],
  [
    'read, changed by a command and edited',
    [
      call('Read', { file_path: 'a.txt' }),
      call('Bash', { command: 'echo more >> a.txt' }),
      call('Edit', { file_path: 'a.txt', old_string: 'two', new_string: 'TWO' }),
    ],
  ],
])(
  'after a resume a file that the model itself has %s is not told as changed by the person',
  async (_what, calls) => {
    const files = { 'a.txt': 'one\ntwo\nthree\n' }
    await using first = await createWorld({
      files,
      allow: ['Bash', 'Edit', 'Write'],
      scenario: { replies: [...calls, { text: 'Done.' }] },
    })
    await first.ask('GO')
    await using again = await createWorld({
      in: first,
      allow: ['Bash', 'Edit', 'Write'],
      session: { resume: { path: first.sessionPath, fork: false } },
      scenario: { replies: [{ text: 'ok' }] },
    })
    await again.ask('AND NOW')
    expect(lastNews(again)).not.toContain('the person or a program changed')
  },
)

test('the guard against repetition does not say that the user interrupted the call it stopped at', async () => {
  await using world = await createWorld({
    files: { 'a.txt': 'a' },
    scenario: { replies: [{ ...call('Glob', { pattern: '*.txt' }), times: 10 }, { text: 'ok' }] },
  })
  expect((await world.ask('GO')).terminal.kind).toBe('no_progress')
  await world.ask('AND NOW')
  const sent = textsOf(world)
  expect([sent.includes('interrupted by the user'), sent.includes('may be partial')]).toEqual([false, false])
  expect((await world.engine.query('effects')).map(({ outcome }) => outcome)).toEqual([])
})

test('a command that ran to its end before the guard stopped the turn is in the ledger as done', async () => {
  await using world = await createWorld({
    allow,
    scenario: { replies: [{ ...call('Bash', { command: 'touch x' }), times: 10 }] },
  })
  await world.ask('GO')
  const ends = (await world.engine.query('effects')).filter(({ kind }) => kind === 'command')
  expect(new Set(ends.map(({ outcome }) => outcome))).toEqual(new Set(['done']))
})

test('after going back into the middle of a turn nobody says that the program stopped', async () => {
  await using world = await createWorld({
    allow,
    config: () => ({ queued: 'join' as never }),
    scenario: {
      replies: [
        call('Bash', { command: WAITS }),
        { text: 'Heard.', when: { lastUserText: 'MEANWHILE' } },
        { text: 'ok', when: { lastUserText: 'AND NOW' } },
      ],
    },
  })
  const running = world.ask('GO')
  while (!world.events.some(event => event.type === 'entry' && event.entry.type === 'assistant'))
    await new Promise(resolve => setImmediate(resolve))
  await world.engine.send({ type: 'submit', content: 'MEANWHILE' })
  writeFileSync(join(world.dir, 'go'), '')
  await running
  await world.engine.idle()
  const meanwhile = world.events.flatMap(event =>
    event.type === 'entry' && event.entry.type === 'user' && JSON.stringify(event.entry).includes('MEANWHILE')
      ? [event.entry.uuid]
      : [],
  )
  await world.engine.rewind({ messageUuid: meanwhile[0] ?? '', what: 'both' })
  await world.ask('AND NOW')
  expect([textsOf(world).includes('program stopped'), textsOf(world).includes('MEANWHILE')]).toEqual([
    false,
    false,
  ])
  expect(textsOf(world)).toContain('The user went back to this point')
})

test('what still runs is told after the context was cleared and after going back, and what ended meanwhile too', async () => {
  await using world = await createWorld({
    allow,
    scenario: {
      replies: [
        { text: 'Hello.', when: { lastUserText: 'FIRST' } },
        { ...call('Bash', { command: WAITS, run_in_background: true }), when: { lastUserText: 'SECOND' } },
        { text: 'Started.' },
        { text: 'ok', when: { lastUserText: /AND NOW/ }, repeat: true },
      ],
    },
  })
  await world.ask('FIRST')
  await world.ask('SECOND')
  await world.engine.rewind({ messageUuid: prompts(world)[1] ?? '', what: 'conversation' })
  await world.ask('AND NOW')
  expect(textsOf(world)).toMatch(/Still running in the background:[^"]*until \[ -e go \]/)
  await world.ask('AND NOW again')
  expect(textsOf(world).split('Still running in the background').length).toBe(2)
  await world.ask('/clear')
  await world.ask('AND NOW')
  expect(textsOf(world)).toMatch(/Still running in the background:[^"]*until \[ -e go \]/)
})

test('files that the user restored are told as that, and not when the conversation went back with them', async () => {
  await using world = await createWorld({
    allow,
    scenario: {
      replies: [
        call('Write', { file_path: 'a.txt', content: 'x' }),
        { text: 'Written.' },
        { text: 'ok', when: { lastUserText: /AND NOW/ }, repeat: true },
      ],
    },
  })
  await world.ask('WRITE')
  await world.engine.rewind({ messageUuid: prompts(world)[0] ?? '', what: 'code' })
  await world.ask('AND NOW')
  expect(textsOf(world)).toContain('The user restored these files to an earlier state')
  await world.engine.rewind({ messageUuid: prompts(world)[0] ?? '', what: 'both' })
  await world.ask('AND NOW')
  expect(textsOf(world)).not.toContain('restored')
})

type Step = 'edit' | 'agent' | 'command' | 'person' | 'shell' | 'rewind' | 'resume'
const STEPS: readonly Step[] = ['edit', 'agent', 'command', 'person', 'shell', 'rewind', 'resume']

const BEGIN = [
  { ...call('Read', { file_path: 'a.txt' }), when: { lastUserText: 'BEGIN' } },
  { text: 'begun', when: { toolResult: { contains: 'first' } } },
]
const contentOf = (path: string): string => (existsSync(path) ? readFileSync(path, 'utf8') : '')

/** Plays the steps on one file; answers each sentence about it with who had really made the file what it was then. */
const play = async (steps: readonly Step[]): Promise<readonly { told: string; truth: string }[]> => {
  const replies = steps.flatMap((step, at) => {
    const said = { lastUserText: `DO ${at}` }
    const now = { text: 'ok', when: { lastUserText: `NOW ${at}` } }
    if (step === 'edit' || step === 'agent')
      return [
        ...(step === 'agent'
          ? [
              { ...call('Agent', { description: 'd', prompt: `AGENT ${at}` }), when: said },
              { text: 'done', when: { toolResult: { tool: 'Agent' } } },
            ]
          : []),
        {
          ...call('Read', { file_path: 'a.txt' }),
          when: step === 'agent' ? { lastUserText: `AGENT ${at}` } : said,
        },
        {
          ...call('Write', { file_path: 'a.txt', content: `model ${at}\n` }),
          when: { toolResult: { tool: 'Read', contains: /model|person|command|shell|unchanged|first/ } },
        },
        { text: 'done', when: { toolResult: { tool: 'Write' } } },
        now,
      ]
    if (step === 'command')
      return [
        { ...call('Bash', { command: `echo command ${at} > a.txt` }), when: said },
        { text: 'done', when: { toolResult: { tool: 'Bash' } } },
        now,
      ]
    return [now]
  })
  const open = (before?: World) =>
    createWorld({
      allow: [...allow, 'Read'],
      scenario: { replies: [...BEGIN, ...replies] },
      ...(before
        ? { in: before, session: { resume: { path: before.sessionPath, fork: false } } }
        : { files: { 'a.txt': 'first\n' } }),
    })
  const worlds = [await open()]
  const claims: { told: string; truth: string }[] = []
  await worlds[0]?.ask('BEGIN')
  let truth = 'person'
  let restorable: { readonly uuid: string; readonly world: World } | undefined
  for (const [at, step] of steps.entries()) {
    let world = worlds.at(-1) as World
    const path = join(world.dir, 'a.txt')
    const before = contentOf(path)
    if (step === 'edit' || step === 'agent' || step === 'command') {
      await world.ask(`DO ${at}`)
      restorable = { uuid: prompts(world).at(-1) ?? '', world }
    } else if (step === 'person') writeFileSync(path, `person ${at}, longer each time ${'x'.repeat(at)}\n`)
    else if (step === 'shell')
      await world.engine.send({ type: 'shell', command: `echo shell ${at} > a.txt`, id: `s${at}` })
    else if (step === 'rewind' && restorable?.world === world)
      await world.engine.rewind({ messageUuid: restorable.uuid, what: 'code', force: true })
    else if (step === 'resume') {
      world = await open(world)
      worlds.push(world)
    }
    if (contentOf(path) !== before) {
      if (step === 'person' || step === 'shell') truth = 'person'
      if (step === 'edit' || step === 'agent' || step === 'command') truth = 'session'
      if (step === 'rewind') truth = 'rewind'
    }
    await world.ask(`NOW ${at}`)
    const told = JSON.stringify(world.model.requests.at(-1)?.messages.slice(-1))
    claims.push({ told, truth })
  }
  for (const world of worlds.toReversed()) await world[Symbol.asyncDispose]()
  return claims
}

const CLAIMS: readonly (readonly [words: string, who: string])[] = [
  ['now: the person or a program changed them', 'person'],
  ['Edits of this session', 'session'],
  ['The user restored', 'rewind'],
]

test('whatever the model, the person, a rewind and a new run do to a file, nobody is said to have done what another did', async () => {
  const made = new Set<string>()
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...STEPS), { minLength: 2, maxLength: 5 }), async steps => {
      for (const { told, truth } of await play(steps))
        for (const [words, who] of CLAIMS)
          if (told.includes(words)) {
            made.add(who)
            expect([who, steps, told]).toEqual([truth, steps, told])
          }
    }),
    {
      seed: 20261117,
      numRuns: 15,
      endOnFailure: true,
      examples: [
        [['command', 'resume']],
        [['agent', 'edit']],
        [['edit', 'rewind']],
        [['edit', 'command', 'resume', 'person']],
      ],
    },
  )
  // None of the sentences went untried.
  expect([...made].toSorted()).toEqual(['person', 'rewind', 'session'])
})
