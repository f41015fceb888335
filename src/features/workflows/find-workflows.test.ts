import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tmpDir } from '../../../test/support/tmp-dir.ts'
import { inEnglish } from '../../protocol/messages/localized-text.ts'
import { findWorkflows } from './find-workflows.ts'

test('a workflow that is a script is known by what it says of itself, and nothing of it runs', async () => {
  await using tmp = tmpDir()
  const file = join(tmp.path, 'sweep.js')
  const meta = `export const meta = { name: 'sweeper', description: "Looks everywhere", phases: [] }`
  writeFileSync(file, `${meta}\nthrow new Error('it ran')\n`)
  writeFileSync(join(tmp.path, 'bare.mjs'), 'return 1')
  writeFileSync(join(tmp.path, 'typed.ts'), 'return 1 as number')
  writeFileSync(
    join(tmp.path, 'tell.yaml'),
    'description: Tells\nsteps:\n  - id: a\n    agent: Explore\n    prompt: Look\n',
  )
  const found = await findWorkflows([
    { root: tmp.path, source: { level: 'plugin', name: 'kit' }, workflows: [tmp.path] },
  ])
  const about = { from: 'plugin kit', script: true }
  expect([...found.scripts.values()].toSorted((a, b) => a.name.localeCompare(b.name))).toEqual([
    { ...about, name: 'kit:bare', description: '', file: join(tmp.path, 'bare.mjs') },
    { ...about, name: 'kit:sweeper', description: 'Looks everywhere', file },
  ])
  expect(found.problems.map(inEnglish)).toEqual([
    expect.stringContaining('a workflow in TypeScript is not run'),
  ])
  expect([...found.broken.keys()].toSorted()).toEqual(['kit:bare', 'kit:sweeper', 'kit:typed'])
  expect(found.workflows.map(({ name }) => name)).toEqual(['kit:tell'])
})
