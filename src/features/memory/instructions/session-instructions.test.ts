import { expect, test } from 'vitest'
import { gatheringOf, type StoredFiles } from '../../../../test/support/instruction-files.ts'
import { createSessionInstructions } from './session-instructions.ts'

const APP = '/home/me/work/app'
const FILES: StoredFiles = {
  [`${APP}/AGENTS.md`]: 'root',
  [`${APP}/pkg/AGENTS.md`]: 'nested',
  [`${APP}/pkg/CLAUDE.md`]: 'root',
  [`${APP}/.claude/rules/ts.md`]: '---\npaths: "**/*.ts"\n---\nrule',
  [`${APP}/pkg/.claude/rules/here.md`]: '---\npaths: "*.ts"\n---\nnested rule',
}
const names = (set: { readonly loaded: readonly { readonly path: string }[] }): readonly string[] =>
  set.loaded.map(file => file.path.replace(`${APP}/`, ''))

test('each file is given once, also when it says what was said', async () => {
  const session = createSessionInstructions(() => gatheringOf(FILES))
  const { loaded, text } = await session.start('start')
  expect(names({ loaded })).toEqual(['AGENTS.md'])
  session.restart({ loaded, texts: [text] })
  expect(names(await session.touched(`${APP}/a.md`))).toEqual([])
  expect(names(await session.touched(`${APP}/pkg/a.md`))).toEqual(['pkg/AGENTS.md'])
  expect(names(await session.touched(`${APP}/pkg/a.ts`))).toEqual([
    '.claude/rules/ts.md',
    'pkg/.claude/rules/here.md',
  ])
  expect(names(await session.touched(`${APP}/pkg/b.ts`))).toEqual([])
})

test('a resumed session goes on with what its entries have', async () => {
  const session = createSessionInstructions(() => gatheringOf(FILES))
  session.restart({
    loaded: [{ path: `${APP}/pkg/AGENTS.md`, scope: 'project', reason: 'nested', tokens: 1 }],
    texts: ['… root …', '… nested …'],
  })
  expect(names(await session.touched(`${APP}/pkg/a.ts`))).toEqual([
    '.claude/rules/ts.md',
    'pkg/.claude/rules/here.md',
  ])
})

test('after a compaction everything may be given again', async () => {
  const session = createSessionInstructions(() => gatheringOf(FILES))
  await session.start('start')
  await session.touched(`${APP}/pkg/a.ts`)
  const { loaded, text } = await session.start('compact')
  expect(loaded).toEqual([{ path: `${APP}/AGENTS.md`, scope: 'project', reason: 'compact', tokens: 1 }])
  expect(names(await session.touched(`${APP}/pkg/b.ts`))).toEqual([])
  session.restart({ loaded, texts: [text] })
  expect(names(await session.touched(`${APP}/pkg/a.ts`))).toEqual([
    'pkg/AGENTS.md',
    '.claude/rules/ts.md',
    'pkg/.claude/rules/here.md',
  ])
})

test('a file that cannot be used is complained about once', async () => {
  const session = createSessionInstructions(() =>
    gatheringOf({ [`${APP}/pkg/AGENTS.md`]: { refused: 'is not text' } }),
  )
  expect((await session.touched(`${APP}/pkg/a`)).problems.length).toBe(1)
  expect((await session.touched(`${APP}/pkg/b`)).problems.length).toBe(0)
})
