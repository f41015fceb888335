import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { assistant, text, user } from '../../../test/support/messages.ts'
import { makeDirectory } from '../../../test/support/tool-call.ts'
import type { Message } from '../../protocol/message.ts'
import { extractInstruction } from './edits.ts'
import { MemoryExtractor } from './extractor.ts'
import { forgetFiles, rememberAgain } from './forget.ts'
import { openMemoryDirectory } from './memory-directory.ts'

const talk = (count: number, from = 0): readonly Message[] =>
  Array.from({ length: count }, (_, at) =>
    at % 2 === 0 ? user(`u${from + at}`, 'words') : assistant(`a${from + at}`, [text('reply')]),
  )
const memory = {
  file: 'feedback_tests.md',
  name: 'Tests',
  description: 'when',
  type: 'feedback',
  body: 'Run them.',
}
const answer =
  (...save: readonly unknown[]) =>
  async () =>
    JSON.stringify({ save, remove: [] })

const bench = () => {
  const path = join(makeDirectory(), 'memory')
  const lines: string[] = []
  const directory = openMemoryDirectory(path)
  const extractor = new MemoryExtractor(
    {
      directory,
      now: () => new Date('2026-05-06T07:08:09Z'),
      newId: () => crypto.randomUUID(),
      log: line => lines.push(line),
    },
    undefined,
  )
  return { path, lines, extractor, signal: new AbortController().signal }
}

test('enough must have been said since the last time, by a person among others', async () => {
  const { extractor, signal } = bench()
  expect(extractor.isDue(talk(9))).toBe(false)
  expect(extractor.isDue(talk(10))).toBe(true)
  expect(extractor.isDue(talk(20).filter(({ type }) => type === 'assistant'))).toBe(false)
  await extractor.run(talk(10), answer(), signal)
  expect(extractor.isDue(talk(12))).toBe(false)
  expect(extractor.isDue(talk(20))).toBe(true)
})

test('what the model wrote itself is not looked at again', () => {
  const { extractor } = bench()
  extractor.skip(talk(14))
  expect(extractor.isDue(talk(16))).toBe(false)
})

test('saves what it is told to, for a directory that did not exist, and asks with the conversation', async () => {
  const { extractor, path, signal } = bench()
  const asked: unknown[] = []
  const view = talk(10)
  const saved = await extractor.run(
    view,
    async (messages, instruction) => {
      asked.push(messages, instruction.includes('(none yet)'))
      return JSON.stringify({ save: [memory], remove: [] })
    },
    signal,
  )
  expect(asked).toEqual([view, true])
  expect(saved).toEqual(['feedback_tests.md'])
  expect(readdirSync(path).sort()).toEqual(['.index.json', 'MEMORY.md', 'feedback_tests.md'])
  expect(readFileSync(join(path, 'feedback_tests.md'), 'utf8')).toContain('Run them.')
})

test('nothing to save leaves nothing behind', async () => {
  const { extractor, path, signal } = bench()
  expect(await extractor.run(talk(10), answer(), signal)).toEqual([])
  expect(existsSync(path)).toBe(false)
})

test('a memory it was shown is updated, one it removes stays', async () => {
  const { extractor, path, signal } = bench()
  await extractor.run(talk(10), answer(memory), signal)
  const reply = JSON.stringify({ save: [{ ...memory, body: 'Run all.' }], remove: ['feedback_tests.md'] })
  expect(await extractor.run(talk(20), async () => reply, signal)).toEqual(['feedback_tests.md'])
  expect(readFileSync(join(path, 'feedback_tests.md'), 'utf8')).toContain('Run all.')
})

test('a file that came into being meanwhile is left alone', async () => {
  const { extractor, path, signal } = bench()
  await extractor.run(talk(10), answer({ ...memory, file: 'other.md' }), signal)
  const saved = await extractor.run(
    talk(20),
    async () => {
      writeFileSync(join(path, memory.file), 'by hand')
      return JSON.stringify({ save: [memory] })
    },
    signal,
  )
  expect(saved).toEqual([])
  expect(readFileSync(join(path, memory.file), 'utf8')).toBe('by hand')
})

test('a secret is not saved, and the log says what kind without saying it', async () => {
  const { extractor, path, lines, signal } = bench()
  const secret = `gh${'p'}_${'aB3dE5gH7j'.repeat(4)}`
  await extractor.run(talk(10), answer({ ...memory, body: `Token: ${secret}` }), signal)
  expect(existsSync(path)).toBe(false)
  expect(lines).toEqual(['memory: not saved: "feedback_tests.md": it holds a secret (github-token)'])
})

test('after an abort nothing is written, whatever the model answers', async () => {
  const { extractor, path } = bench()
  const controller = new AbortController()
  const saved = await extractor.run(
    talk(10),
    async () => {
      controller.abort()
      return JSON.stringify({ save: [memory] })
    },
    controller.signal,
  )
  expect([saved, existsSync(path)]).toEqual([[], false])
})

test('three failures in a row are the last', async () => {
  const { extractor, lines, signal } = bench()
  const fail = () => Promise.reject(new Error('overloaded'))
  for (const size of [10, 20]) expect(await extractor.run(talk(size), fail, signal)).toEqual([])
  expect(extractor.isDue(talk(30))).toBe(true)
  await extractor.run(talk(30), async () => 'no object', signal)
  expect(extractor.isDue(talk(40))).toBe(false)
  expect(lines).toHaveLength(3)
})

test('memories are asked for in the language the person writes in', () => {
  expect(extractInstruction('')).toContain('in the language the person writes in')
})

test.each([
  ['the file', (path: string) => rmSync(join(path, memory.file))],
  ['the line', (path: string) => writeFileSync(join(path, 'MEMORY.md'), '')],
])('what is forgotten while the model is asked is not written: %s is removed', async (_, forget) => {
  const { extractor, path, signal } = bench()
  await extractor.run(talk(10), answer(memory), signal)
  const late = async () => {
    forget(path)
    return await answer({ ...memory, body: 'Again.' }, { ...memory, file: 'other.md' })()
  }
  expect(await extractor.run(talk(20), late, signal)).toEqual([])
  expect(existsSync(join(path, 'other.md'))).toBe(false)
})

test('what was forgotten is not written under its name again, and the model is told not to', async () => {
  const { extractor, path, signal, lines } = bench()
  await extractor.run(talk(10), answer(memory), signal)
  forgetFiles(openMemoryDirectory(path), [memory.file])
  rmSync(join(path, memory.file))
  let told = ''
  const ask = async (_: unknown, instruction: string) => {
    told = instruction
    return await answer({ ...memory, file: 'Feedback_Tests.md' }, memory)()
  }
  expect(await extractor.run(talk(20), ask, signal)).toEqual([])
  expect(told).toContain('The person had these forgotten: feedback_tests.md.')
  expect(lines.filter(line => line.includes('it was forgotten'))).toHaveLength(2)
  rememberAgain(openMemoryDirectory(path), memory.file)
  expect(await extractor.run(talk(30), answer(memory), signal)).toEqual([memory.file])
})

test('a name whose file is missing is not taken for something else', async () => {
  const { extractor, path, signal } = bench()
  await extractor.run(talk(10), answer({ ...memory, file: 'a.md' }), signal)
  writeFileSync(join(path, 'MEMORY.md'), '- [a](a.md)\n- [Mine](feedback_tests.md)\n')
  expect(await extractor.run(talk(20), answer(memory), signal)).toEqual([])
  expect(readFileSync(join(path, 'MEMORY.md'), 'utf8')).toContain('- [Mine](feedback_tests.md)')
})
