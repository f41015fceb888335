import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tmpDir } from '../../../test/support/tmp-dir.ts'
import { findWorkflows } from './find-workflows.ts'

test('a workflow that is a script is not run, and whoever calls it by its name is told why', async () => {
  await using tmp = tmpDir()
  const file = join(tmp.path, 'sweep.js')
  writeFileSync(file, "export const meta = { name: 'sweep' }\nthrow new Error('it ran')\n")
  writeFileSync(
    join(tmp.path, 'tell.yaml'),
    'description: Tells\nsteps:\n  - id: a\n    agent: Explore\n    prompt: Look\n',
  )
  const found = await findWorkflows([
    { root: tmp.path, source: { level: 'plugin', name: 'kit' }, workflows: [tmp.path] },
  ])
  expect(found.problems).toEqual([expect.stringContaining(`${file}: a workflow that is a script is not run`)])
  expect(found.broken.get('kit:sweep')).toEqual(found.problems)
  expect(found.workflows.map(({ name }) => name)).toEqual(['kit:tell'])
})
