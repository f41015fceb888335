import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { tmpDir } from '../../../test/support/tmp-dir.ts'
import type { Message } from '../../protocol/message.ts'
import { createChain } from './chain.ts'
import { loadSession } from './load.ts'

const SESSION = '3f2504e0-4f89-41d3-9a0c-0305e82c3301'
const CLOCK = '2026-01-01T00:00:00.000Z'

/** One step in the life of a session; numbers choose among what is there. */
type Step =
  | {
      readonly kind:
        | 'prompt'
        | 'call'
        | 'todos'
        | 'boundary'
        | 'side'
        | 'title'
        | 'garbage'
        | 'torn'
        | 'tombstone'
    }
  | { readonly kind: 'branch'; readonly to: number }

const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.constant<Step>({ kind: 'call' }) },
    {
      weight: 5,
      arbitrary: fc
        .constantFrom('prompt', 'todos', 'boundary', 'side', 'title', 'garbage', 'torn', 'tombstone')
        .map((kind): Step => ({ kind }) as Step),
    },
    { weight: 1, arbitrary: fc.nat(40).map((to): Step => ({ kind: 'branch', to })) },
  ),
  { maxLength: 40 },
)

const textOf = (life: readonly Step[]): string => {
  const chain = createChain({
    sessionId: SESSION,
    cwd: '/p "x"',
    version: '0.1.0',
    gitBranch: 'main',
    entrypoint: 'cli',
    parent: null,
  })
  const uuids: string[] = []
  let text = ''
  let n = 0
  const write = (value: object): void => {
    text += `${JSON.stringify(value)}\n`
  }
  const say = (message: object, side = false): void => {
    const uuid = `m${n++}`
    const entry = chain.stamp({ uuid, timestamp: CLOCK, ...message } as unknown as Message)
    write(side ? { ...entry, isSidechain: true } : entry)
    if (side) chain.moveTo(entry.parentUuid)
    else uuids.push(uuid)
  }
  const result = (id: string, output: unknown) =>
    say({
      type: 'user',
      message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: 'é' }] },
      toolUseResult: output,
    })
  const reply = (block: object, side = false) =>
    say({ type: 'assistant', message: { id: `r${n}`, role: 'assistant', content: [block] } }, side)
  const call = (output: unknown) => {
    const id = `t${n}`
    reply({ type: 'tool_use', id, name: 'Read', input: {} })
    result(id, output)
  }
  const does: Readonly<Record<Step['kind'], (step: Step) => void>> = {
    prompt: () => say({ type: 'user', message: { role: 'user', content: `p${n}` } }),
    call: () => call('"newTodos" in words'),
    todos: () => call({ newTodos: [n] }),
    boundary: () => say({ type: 'system', subtype: 'compact_boundary', content: '' }),
    side: () => reply({ type: 'text', text: 'side' }, true),
    title: () => write({ type: 'ai-title', aiTitle: `t${n}`, sessionId: SESSION }),
    garbage: () => {
      text += '\u0001 garbage "uuid"\n'
    },
    torn: () => {
      text += `${JSON.stringify({ parentUuid: chain.parent, uuid: 'x' }).slice(0, -3)}\n`
    },
    tombstone: () => say({ type: 'system', subtype: 'tombstone', content: '', removed: uuids.slice(-1) }),
    branch: step => chain.moveTo('to' in step ? (uuids[step.to % Math.max(uuids.length, 1)] ?? null) : null),
  }
  for (const step of life) does[step.kind](step)
  return text
}

test('a file that is skimmed loads exactly as one that is parsed', async () => {
  await using tmp = tmpDir()
  const path = join(tmp.path, `${SESSION}.jsonl`)
  await fc.assert(
    fc.asyncProperty(steps, async life => {
      writeFileSync(path, textOf(life))
      expect(await loadSession(path, { skimBytes: 0 })).toEqual(await loadSession(path))
    }),
  )
})

test('a damaged line in sight of a skimmed file costs that line and is said', async () => {
  await using tmp = tmpDir()
  const path = join(tmp.path, `${SESSION}.jsonl`)
  const lines = textOf([{ kind: 'prompt' }, { kind: 'call' }, { kind: 'call' }]).split('\n')
  const damaged = lines.map((line, at) => (at === 2 ? line.replace('"content":[', '"content":[[') : line))
  writeFileSync(path, damaged.join('\n'))
  const loaded = await loadSession(path, { skimBytes: 0 })
  expect([loaded.messages.map(({ uuid }) => uuid), loaded.notes.map(({ text }) => text)]).toEqual([
    ['m0', 'm1', 'm3', 'm4'],
    [
      "The session file is damaged: skipped 1 line that can't be read.",
      'A message is missing from the conversation; the messages around it were joined.',
    ],
  ])
})

test('a session goes on from any message on its way, also one before a compaction', async () => {
  await using tmp = tmpDir()
  const path = join(tmp.path, `${SESSION}.jsonl`)
  writeFileSync(path, textOf([{ kind: 'prompt' }, { kind: 'call' }, { kind: 'boundary' }, { kind: 'call' }]))
  const upTo = async (at: string) => {
    const loaded = await loadSession(path, { at })
    return [loaded.messages.map(({ uuid }) => uuid).join(' '), loaded.leafUuid]
  }
  expect([await upTo('m2'), await upTo('m4')]).toEqual([
    ['m0 m1 m2', 'm2'],
    ['m3 m4', 'm4'],
  ])
  await expect(upTo('nowhere')).rejects.toMatchObject({
    kind: 'not_found',
    message: expect.stringContaining('nowhere'),
  })
})

test('a conversation of more than 50 MB is refused with its size; an earlier message of it opens', async () => {
  await using tmp = tmpDir()
  const path = join(tmp.path, `${SESSION}.jsonl`)
  const filler = 'x'.repeat(2 ** 20)
  const lines = textOf(Array.from({ length: 53 }, () => ({ kind: 'prompt' as const })))
  writeFileSync(path, lines.replaceAll('"content":"p', `"content":"${filler}`))
  await expect(loadSession(path)).rejects.toMatchObject({
    kind: 'too_large',
    message: expect.stringMatching(/takes 5[34] MB.*at most 50 MB.*--resume-session-at/),
  })
  expect((await loadSession(path, { at: 'm9' })).messages).toHaveLength(10)
})
