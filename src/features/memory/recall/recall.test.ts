import { utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeDirectory } from '../../../../test/support/tool-call.ts'
import { loadIndex } from '../load-index.ts'
import { openMemoryDirectory } from '../memory-directory.ts'
import { Recall, type RecallPorts } from './recall.ts'

const now = new Date('2026-06-15T12:00:00Z')
const written = Date.parse('2026-04-29T12:00:00Z') / 1000

const shelf = (files: Readonly<Record<string, string>>) => {
  const path = makeDirectory()
  for (const [file, text] of Object.entries(files)) {
    writeFileSync(join(path, file), text)
    utimesSync(join(path, file), written, written)
  }
  const directory = openMemoryDirectory(path)
  loadIndex(directory)
  return directory
}
const release =
  '---\nname: Release freeze\ndescription: mobile release freeze and its owner\ntype: project\n---\nUntil July.'
const role = '---\nname: Role\ndescription: backend engineer new to React\ntype: user\n---\nKnows Go.'
const files = { 'release.md': release, 'role.md': role }

const recallWith = (ask?: RecallPorts['ask'], lines: string[] = []) =>
  new Recall({
    directory: shelf(files),
    now: () => now,
    log: line => lines.push(line),
    ...(ask ? { ask } : {}),
  })
const request = (text: string, known: readonly string[] = []) => ({
  text,
  tools: [],
  isKnown: ({ file }: { readonly file: string }) => known.includes(file),
})
const names = (recall: Recall) => recall.take()?.memories.map(({ file }) => file) ?? []
/** Until everything that is ready to go on has gone on. */
const turns = async (recall: Recall) => {
  recall.begin()
  for (let at = 0; at < 5; at++) await new Promise(resolve => setImmediate(resolve))
}

test('without a model it is there at once, with its age and a warning', () => {
  const recall = recallWith()
  recall.start(request('who owns the mobile release freeze?'))
  const found = recall.take()
  expect(found?.text).toMatch(
    /^Memories from earlier sessions .* check that it is still so\.\n<memory file=".*release\.md" written="47 days ago">\nUntil July\.\n<\/memory>$/,
  )
  expect(recall.take()).toBeUndefined()
})

test('a model is asked beside everything else, and its pick is there when it is ready', async () => {
  const prompts: string[] = []
  const recall = recallWith(async prompt => {
    prompts.push(prompt)
    return '{"files":["role.md"]}'
  })
  recall.start(request('who owns the mobile release freeze?'))
  expect([names(recall), prompts]).toEqual([[], []])
  await turns(recall)
  expect(names(recall)).toEqual(['role.md'])
  expect(prompts).toHaveLength(1)
})

test('nobody is asked before the request of the turn is on its way', async () => {
  const prompts: string[] = []
  const recall = recallWith(async prompt => {
    prompts.push(prompt)
    return '{"files":[]}'
  })
  recall.start(request('who owns the mobile release freeze?'))
  await new Promise(resolve => setImmediate(resolve))
  expect(prompts).toEqual([])
  await turns(recall)
  await turns(recall)
  expect(prompts).toHaveLength(1)
})

test('what the model knows already is not offered, and nothing left means no question', async () => {
  const prompts: string[] = []
  const recall = recallWith(async prompt => {
    prompts.push(prompt)
    return '{"files":["release.md"]}'
  })
  recall.start(request('the mobile release freeze', ['release.md']))
  await turns(recall)
  expect(prompts[0]).not.toContain('release.md')
  expect(names(recall)).toEqual([])
  recall.start(request('the mobile release freeze', ['release.md', 'role.md']))
  await turns(recall)
  expect(prompts).toHaveLength(1)
})

test.each<[string, RecallPorts['ask']]>([
  ['fails', () => Promise.reject(new Error('overloaded'))],
  ['answers in its own form', async () => 'release.md, I think'],
])('when the model %s, words decide', async (_, ask) => {
  const recall = recallWith(ask)
  recall.start(request('who owns the mobile release freeze?'))
  await turns(recall)
  expect(names(recall)).toEqual(['release.md'])
})

test.each(['Ignore memory: who owns the mobile release freeze?', 'yes', '  '])(
  '%j asks nothing',
  async text => {
    const prompts: string[] = []
    const recall = recallWith(async prompt => {
      prompts.push(prompt)
      return '{"files":["release.md"]}'
    })
    recall.start(request(text))
    await turns(recall)
    expect([names(recall), prompts]).toEqual([[], []])
  },
)

test('a later request gives up the earlier one, and the end gives up both', async () => {
  const signals: AbortSignal[] = []
  const recall = recallWith(
    (_, signal) =>
      new Promise((_resolve, reject) => {
        signals.push(signal)
        signal.addEventListener('abort', () => reject(new Error('aborted')))
      }),
  )
  recall.start(request('the first request about releases'))
  await turns(recall)
  recall.start(request('the second request about releases'))
  await turns(recall)
  expect(signals.map(signal => signal.aborted)).toEqual([true, false])
  await recall.stop()
  expect(signals.map(signal => signal.aborted)).toEqual([true, true])
  expect(names(recall)).toEqual([])
})

test('a long memory is cut, and says where the rest is', () => {
  const directory = shelf({ 'release.md': `${release}\n${'x'.repeat(9_000)}` })
  const recall = new Recall({ directory, now: () => now })
  recall.start(request('who owns the mobile release freeze?'))
  const text = recall.take()?.text ?? ''
  expect(text.length).toBeLessThan(5_000)
  expect(text).toContain(`[cut; the whole memory is in ${join(directory.path, 'release.md')}]`)
})

test('its own date counts for more than that of the file', () => {
  const directory = shelf({ 'release.md': release.replace('type:', 'modified: 2026-06-14T01:00:00Z\ntype:') })
  const recall = new Recall({ directory, now: () => now })
  recall.start(request('who owns the mobile release freeze?'))
  expect(recall.take()?.text).toContain('written="yesterday"')
})
