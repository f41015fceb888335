import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type GatheringChange,
  gatheringOf,
  type StoredFiles,
} from '../../../../test/support/instruction-files.ts'
import { verbatim } from '../../../protocol/messages/layout.ts'
import { loadInstructions } from './load-instructions.ts'

const APP = '/home/me/work/app'

const load = async (files: StoredFiles, change?: GatheringChange) =>
  await loadInstructions(gatheringOf(files, change))

test('imports stand before the file that wants them, four deep, and cycles end', async () => {
  const files: StoredFiles = {
    [`${APP}/CLAUDE.md`]: 'zero @docs/one.md @missing.md @someone @types/node',
    [`${APP}/docs/one.md`]: 'one @two.md @../CLAUDE.md',
    [`${APP}/docs/two.md`]: 'two @~/three.md.',
    '/home/me/three.md': 'three @/srv/four.md',
    '/srv/four.md': 'four @five.md',
    '/srv/five.md': 'five',
  }
  const { loaded, problems } = await load(files)
  expect(loaded).toEqual([
    { path: '/srv/four.md', scope: 'project', reason: 'import', importedBy: '/home/me/three.md', tokens: 4 },
    {
      path: '/home/me/three.md',
      scope: 'project',
      reason: 'import',
      importedBy: `${APP}/docs/two.md`,
      tokens: 5,
    },
    {
      path: `${APP}/docs/two.md`,
      scope: 'project',
      reason: 'import',
      importedBy: `${APP}/docs/one.md`,
      tokens: 4,
    },
    {
      path: `${APP}/docs/one.md`,
      scope: 'project',
      reason: 'import',
      importedBy: `${APP}/CLAUDE.md`,
      tokens: 7,
    },
    { path: `${APP}/CLAUDE.md`, scope: 'project', reason: 'start', tokens: 13 },
  ])
  expect(problems.map(problem => problem.message.text)).toEqual([
    '@five.md in /srv/four.md is not imported: imports are followed 4 files deep.',
    `@missing.md in ${APP}/CLAUDE.md is not imported: ${APP}/missing.md does not exist.`,
  ])
})

test('what a project may not import is said; what the person wrote may import anything', async () => {
  const files: StoredFiles = {
    '/home/me/.claude/CLAUDE.md': '@/srv/secret.md',
    [`${APP}/CLAUDE.md`]: 'x @/srv/other.md',
    '/srv/secret.md': 's',
    '/srv/other.md': 'o',
  }
  const asked: unknown[] = []
  const change: GatheringChange = {
    mayImport: file => {
      asked.push(file)
      return Promise.resolve(verbatim('it is outside'))
    },
  }
  expect((await load(files, change)).loaded.map(file => file.path)).toEqual([
    '/srv/secret.md',
    '/home/me/.claude/CLAUDE.md',
    `${APP}/CLAUDE.md`,
  ])
  expect(asked).toEqual([{ by: 'import', path: '/srv/other.md', real: '/srv/other.md' }])
  expect(
    (await load(files, change)).problems.map(problem => problem.message.text.replaceAll(APP, '.')),
  ).toEqual(['@/srv/other.md in ./CLAUDE.md is not imported: it is outside.'])
})

test('any graph of imports ends, gives each file once and stays within bounds', async () => {
  const names = Array.from({ length: 8 }, (_, index) => `f${index}.md`)
  const graph = fc.array(fc.subarray(names), { minLength: 8, maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(graph, async edges => {
      const files: Record<string, string> = { [`${APP}/CLAUDE.md`]: 'root @f0.md' }
      edges.forEach((targets, index) => {
        files[`${APP}/f${index}.md`] = `text ${index} ${targets.map(name => `@${name}`).join(' ')}`
      })
      const { loaded } = await load(files)
      const found = loaded.map(file => file.path)
      expect(new Set(found).size).toBe(found.length)
      expect(found.at(-1)).toBe(`${APP}/CLAUDE.md`)
      for (const file of loaded) {
        const hops = hopsTo(file.path, loaded)
        expect(hops).toBeLessThanOrEqual(4)
      }
    }),
  )
})

const hopsTo = (
  path: string,
  loaded: readonly { readonly path: string; readonly importedBy?: string }[],
): number => {
  const by = loaded.find(file => file.path === path)?.importedBy
  return by === undefined ? 0 : 1 + hopsTo(by, loaded)
}

test('a file that imports without end is cut', async () => {
  const files: Record<string, string> = {
    [`${APP}/CLAUDE.md`]: Array.from({ length: 300 }, (_, index) => `@i${index}.md`).join('\n'),
  }
  for (let index = 0; index < 300; index += 1) files[`${APP}/i${index}.md`] = `text ${index}`
  const { loaded, problems } = await load(files)
  expect(loaded.length).toBe(101)
  expect(problems.map(problem => problem.message.text)).toEqual([
    `@i100.md in ${APP}/CLAUDE.md is not imported, nor is any further one: 100 imports are followed.`,
  ])
})
