import {
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { applyRewind } from '../../src/features/sessions/file-history/apply-rewind.ts'
import { openBackupStore } from '../../src/features/sessions/file-history/backup-store.ts'
import { findKnown, hashOf } from '../../src/features/sessions/file-history/file-version.ts'
import { editTool } from '../../src/features/tools/edit/edit.ts'
import { globTool } from '../../src/features/tools/glob/glob.ts'
import { grepTool } from '../../src/features/tools/grep/grep.ts'
import { notebookEditTool } from '../../src/features/tools/notebook-edit/notebook-edit.ts'
import { readTool } from '../../src/features/tools/read/read.ts'
import { writeTool } from '../../src/features/tools/write/write.ts'
import { resolveReal } from '../../src/lib/paths.ts'
import type { Tool } from '../../src/protocol/tool.ts'
import { createWorld } from '../support/engine-bench.ts'
import { type Call, mode } from '../support/play-calls.ts'
import { WITHOUT_RIPGREP } from '../support/search-difference.ts'
import { makeDirectory } from '../support/tool-call.ts'
import { toolResults } from '../support/tool-results.ts'
import { ATTACKS, attackFor } from './support/swap-attacks.ts'
import { CANARY, createSwapPlace, OUTSIDE_NAME, startSwapping } from './support/swap-place.ts'

const USES: readonly (readonly [string, Tool<never>, object])[] = [
  ['Read', readTool, { file_path: 'dir/a.txt' }],
  ['Read of a range', readTool, { file_path: 'dir/a.txt', offset: 1, limit: 1 }],
  ['Read of a file that is not there', readTool, { file_path: `dir/${OUTSIDE_NAME}` }],
  ['Write of a new file', writeTool, { file_path: 'dir/new.txt', content: 'planted' }],
  ['Write over a file', writeTool, { file_path: 'dir/a.txt', content: 'planted' }],
  ['Write into a new directory', writeTool, { file_path: 'dir/x/y/new.txt', content: 'planted' }],
  ['Edit', editTool, { file_path: 'dir/a.txt', old_string: 'harmless', new_string: 'planted' }],
  ['Edit that creates', editTool, { file_path: 'dir/e.txt', old_string: '', new_string: 'planted' }],
  ['NotebookEdit', notebookEditTool, { notebook_path: 'dir/n.ipynb', cell_id: 'a', new_source: 'planted' }],
  ['Grep', grepTool, { pattern: '.', path: 'dir', output_mode: 'content' }],
  ['Grep of one file', grepTool, { pattern: '.', path: 'dir/a.txt', output_mode: 'content' }],
  ['Grep for names', grepTool, { pattern: CANARY, path: 'dir' }],
  ['Grep for counts', grepTool, { pattern: CANARY, path: 'dir', output_mode: 'count' }],
  ['Glob', globTool, { pattern: '**/*', path: 'dir' }],
  ['Glob with a directory in its pattern', globTool, { pattern: 'dir/*' }],
] as never

const seeAll = async ({ call }: ReturnType<typeof createSwapPlace>): Promise<void> => {
  for (const name of ['a.txt', 'n.ipynb']) await call(readTool, { file_path: `dir/${name}` })
}

/** What a call says may name what was asked for; nothing else from outside. */
const leaks = (text: string, input: object): boolean => {
  const asked = JSON.stringify(input)
  return [CANARY, OUTSIDE_NAME].some(mark => text.includes(mark) && !asked.includes(mark))
}

test.each(USES)(
  '%s: a directory swapped for a link after the decision is not used',
  async (_, tool, input) => {
    for (const env of [{}, WITHOUT_RIPGREP]) {
      const place = createSwapPlace({ env })
      await seeAll(place)
      const before = place.outsideNow()
      const run = place.judge(tool, input)
      place.swap()
      const text = await run?.()
      expect([leaks(text ?? CANARY, input), place.outsideNow()]).toEqual([false, before])
      place.swapBack()
      expect(await place.call(tool, input)).not.toContain('changed its place')
    }
  },
)

test('the canary goes off where names are used as they are', () => {
  const place = createSwapPlace()
  place.swap()
  writeFileSync(join(place.root, 'dir/new.txt'), 'planted')
  expect(readFileSync(join(place.root, 'dir/a.txt'), 'utf8')).toContain(CANARY)
  expect(existsSync(join(place.outside, 'new.txt'))).toBe(true)
})

test.each(USES.filter(([name]) => /^(?:Write|Edit|Notebook)/.test(name)))(
  '%s: a directory swapped between the last look and the writing changes nothing outside',
  async (_, tool, input) => {
    let armed = false
    const place = createSwapPlace({
      snapshot: () => {
        if (armed) place.swap()
      },
    })
    await seeAll(place)
    const before = place.outsideNow()
    armed = true
    const text = await place.call(tool, input)
    expect([text.includes('Nothing was written'), place.outsideNow()]).toEqual([true, before])
    expect(readdirSync(join(place.root, 'moved'))).not.toContain('new.txt')
  },
)

test('Write: a directory that was missing and is planted as a link is not gone through', async () => {
  const place = createSwapPlace()
  const before = place.outsideNow()
  const run = place.judge(writeTool, { file_path: 'fresh/deep/a.txt', content: 'planted' })
  symlinkSync(place.outside, join(place.root, 'fresh'))
  expect(await run?.()).toMatch(/changed its place|not a directory|Cannot write/)
  expect(place.outsideNow()).toEqual(before)
})

test.each(['Read', 'Write', 'Grep'])(
  '%s: a file swapped for a link after the decision is not followed',
  async name => {
    const place = createSwapPlace()
    await seeAll(place)
    const path = join(place.root, 'dir/a.txt')
    const before = place.outsideNow()
    const run =
      name === 'Read'
        ? place.judge(readTool, { file_path: path })
        : name === 'Write'
          ? place.judge(writeTool, { file_path: path, content: 'planted' })
          : place.judge(grepTool, { pattern: '.', path, output_mode: 'content' })
    unlinkSync(path)
    symlinkSync(join(place.outside, 'a.txt'), path)
    expect(await run?.()).toMatch(/^refused: .*(?:changed its place|a link)/)
    expect(place.outsideNow()).toEqual(before)
  },
)

test('a name that led to a link when it was decided is not resolved anew', async () => {
  const place = createSwapPlace()
  symlinkSync('dir/a.txt', join(place.root, 'alias'))
  const run = place.judge(readTool, { file_path: 'alias' })
  unlinkSync(join(place.root, 'alias'))
  symlinkSync(join(place.outside, 'a.txt'), join(place.root, 'alias'))
  expect(await run?.()).toContain('harmless')
})

test.each([
  ['Grep', grepTool, { pattern: '.', output_mode: 'content' }],
  ['Grep for names', grepTool, { pattern: 'CANARY' }],
  ['Grep for counts', grepTool, { pattern: 'CANARY', output_mode: 'count' }],
  ['Glob', globTool, { pattern: '**/*' }],
] as const)(
  '%s: what ripgrep found through a link that came and went is not shown',
  async (_, tool, input) => {
    let hits = ''
    const place = createSwapPlace({
      program: async (run, real) => {
        if (!run.args.includes('./')) return await real(run)
        place.swap()
        // As if it had listed the directory before, and opened what is in it now.
        const end = await real({
          ...run,
          args: [...run.args.slice(0, -1), '--follow', './'].toSorted(byOption),
        })
        hits = Buffer.from(end.stdout).toString('utf8')
        place.swapBack()
        return end
      },
    })
    const text = await place.call(tool as Tool<never>, input)
    expect([
      /CANARY|only-outside/.test(hits),
      /CANARY|only-outside/.test(text.replaceAll('"CANARY"', '')),
    ]).toEqual([true, false])
  },
)

/** Options before `--`, the rest in its order. */
const byOption = (a: string, b: string): number => Number(b === '--follow') - Number(a === '--follow')

test('a rewind writes, links and removes nothing in what takes the place of a directory', () => {
  for (const to of [{ link: 'x' }, 'file', null] as const) {
    const place = createSwapPlace()
    const own = makeDirectory()
    const store = openBackupStore(own)
    const path = join(place.root, 'dir/a.txt')
    const now = readFileSync(path)
    const version = to === 'file' ? { hash: store.put(Buffer.from('old')) } : to
    const before = place.outsideNow()
    const swapping = {
      ...store,
      put: (bytes: Uint8Array) => {
        place.swap()
        return store.put(bytes)
      },
    }
    applyRewind(
      {
        files: [{ path, from: { hash: hashOf(now) }, to: version }] as never,
        kept: [],
        folders: [],
        cleared: [],
      },
      { roots: [place.root], caseSensitive: true, ownDirectory: own, store: swapping } as never,
    )
    expect(place.outsideNow()).toEqual(before)
  }
})

test('what is kept of a file for a rewind is never another one in its place', () => {
  const place = createSwapPlace()
  const path = join(place.root, 'dir/a.txt')
  const stats = lstatSync(path)
  const find = () => findKnown(path, { stats, maxBytes: 1000 })
  const text = (found: ReturnType<typeof find>) =>
    found.kind === 'file' ? Buffer.from(found.bytes).toString('utf8') : found.kind
  expect(text(find())).toBe('harmless\n')
  place.swap()
  // The canary: by its name alone it is the file outside.
  expect([readFileSync(path, 'utf8'), text(find())]).toEqual([`${CANARY}\n`, 'nothing'])
})

test('the race that is run here is won by a program that checks a name and then uses it', async () => {
  const place = createSwapPlace()
  await using _ = await startSwapping(place)
  const path = join(place.root, 'dir/a.txt')
  let won = false
  for (let tries = 0; tries < 200_000 && !won; tries++) {
    const judged = resolveReal(path)
    if (!judged.ok || judged.real !== path) continue
    try {
      won = readFileSync(judged.real, 'utf8').includes(CANARY)
    } catch (error) {
      expect((error as NodeJS.ErrnoException).code).toBe('ENOENT')
    }
  }
  expect(won).toBe(true)
})

test.each(ATTACKS)('%s: nothing outside is written or shown while a process swaps', async name => {
  await attackFor(name, { calls: /^Gr|^Gl/.test(name) ? 5 : 20 })
})

test('calls of a whole session keep inside while a process swaps', async () => {
  const place = createSwapPlace()
  const before = place.outsideNow()
  const calls = Array.from({ length: 60 }, (_, at): Call => {
    if (at % 3 === 0) return ['Read', { file_path: 'dir/a.txt', offset: 1, limit: at + 1 }]
    return at % 3 === 1
      ? ['Write', { file_path: `dir/new-${at}.txt`, content: 'planted' }]
      : ['Edit', { file_path: `dir/made-${at}.txt`, old_string: '', new_string: 'planted' }]
  })
  const replies = [{ tools: calls.map(([name, input]) => ({ name, input })) }, { text: 'Done.' }]
  const home = makeDirectory()
  await using world = await createWorld({
    scenario: { replies } as never,
    in: { dir: place.root, configHome: home },
    config: mode('acceptEdits'),
  })
  {
    await using _ = await startSwapping(place)
    await world.ask('go')
  }
  const texts = toolResults(world.model.requests).map(result => result.text)
  expect([texts.length, texts.filter(text => text.includes(CANARY)), place.outsideNow()]).toEqual([
    60,
    [],
    before,
  ])
})

test('an approved file outside is read and written where it is', async () => {
  const place = createSwapPlace()
  const path = join(place.outside, 'a.txt')
  const files = place.files.at(new Map([[path, path]]))
  await files.update(path, () => Buffer.from('approved'))
  expect(Buffer.from((await files.read(path, { maxBytes: 100 })).data).toString()).toBe('approved')
  renameSync(path, `${path}.gone`)
  await expect(files.read(path, { maxBytes: 100 })).rejects.toThrow('does not exist')
})
