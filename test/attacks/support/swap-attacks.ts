import { expect } from 'vitest'
import { editTool } from '../../../src/features/tools/edit/edit.ts'
import { globTool } from '../../../src/features/tools/glob/glob.ts'
import { grepTool } from '../../../src/features/tools/grep/grep.ts'
import { notebookEditTool } from '../../../src/features/tools/notebook-edit/notebook-edit.ts'
import { readTool } from '../../../src/features/tools/read/read.ts'
import { writeTool } from '../../../src/features/tools/write/write.ts'
import { WITHOUT_RIPGREP } from '../../support/search-difference.ts'
import { CANARY, createSwapPlace, OUTSIDE_NAME, type SwapPlace, startSwapping } from './swap-place.ts'

/** One round of calls; what they say. */
type Round = (place: SwapPlace, at: number) => Promise<string>

const search: Round = async ({ call }) =>
  (await call(grepTool, { pattern: '.', path: 'dir', output_mode: 'content' })) +
  (await call(grepTool, { pattern: 'A', output_mode: 'content' })) +
  (await call(grepTool, { pattern: 'C.NARY', output_mode: 'count' })) +
  (await call(grepTool, { pattern: '.', path: 'dir/a.txt', output_mode: 'content' }))

const list: Round = async ({ call }) =>
  (await call(globTool, { pattern: '**/*', path: 'dir' })) + (await call(globTool, { pattern: '**/*' }))

const ROUNDS: Readonly<Record<string, Round>> = {
  Read: ({ call }, at) => call(readTool, { file_path: 'dir/a.txt', offset: 1, limit: (at % 5) + 1 }),
  Write: async ({ call }, at) =>
    (await call(writeTool, { file_path: `dir/new-${at}.txt`, content: 'planted' })) +
    (await call(writeTool, { file_path: `dir/deep-${at}/x.txt`, content: 'planted' })),
  Edit: async ({ call }, at) => {
    const [from, to] = at % 2 === 0 ? ['harmless', 'changed'] : ['changed', 'harmless']
    const shown = await call(readTool, { file_path: 'dir/a.txt', offset: 1, limit: (at % 5) + 1 })
    return shown + (await call(editTool, { file_path: 'dir/a.txt', old_string: from, new_string: to }))
  },
  NotebookEdit: async ({ call }, at) =>
    (await call(readTool, { file_path: 'dir/n.ipynb', offset: 1, limit: (at % 5) + 1 })) +
    (await call(notebookEditTool, { notebook_path: 'dir/n.ipynb', cell_id: 'a', new_source: `x${at}` })),
  Grep: search,
  'Grep without ripgrep': search,
  Glob: list,
  'Glob without ripgrep': list,
}

export const ATTACKS: readonly string[] = Object.keys(ROUNDS)

/** Makes calls while a process swaps, so many or so long. */
export const attackFor = async (
  name: string,
  most: { readonly calls?: number; readonly ms?: number },
): Promise<{ readonly rounds: number; readonly refused: number }> => {
  const place = createSwapPlace(name.includes('without') ? { env: WITHOUT_RIPGREP } : {})
  const before = place.outsideNow()
  const round = ROUNDS[name]
  const until = performance.now() + (most.ms ?? Number.POSITIVE_INFINITY)
  let [rounds, refused] = [0, 0]
  {
    await using _ = await startSwapping(place)
    while (rounds < (most.calls ?? Number.POSITIVE_INFINITY) && performance.now() < until) {
      const text = (await round?.(place, rounds)) ?? ''
      expect([text.includes(CANARY), text.includes(OUTSIDE_NAME)], text).toEqual([false, false])
      if (text.includes('changed its place')) refused += 1
      rounds += 1
    }
  }
  expect(place.outsideNow()).toEqual(before)
  return { rounds, refused }
}
