import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { CONTRACT, judgeContract, renderContract } from '../../bench/contract.ts'
import { takeFigures } from '../../bench/contract-figures.ts'
import { startModel } from '../../bench/model-process.ts'
import { capstanAt, floorAgent } from '../../bench/run-subject.ts'
import { createWorkspace } from '../../bench/workspace.ts'
import { REPOSITORY } from '../support/run-program.ts'
import { tmpDir } from '../support/tmp-dir.ts'

/** The short form: wide limits, ratios only. */
const measure = async (root: string, names: readonly string[]) => {
  await using model = await startModel()
  using space = createWorkspace(40)
  const stage = { model, space }
  const figures = await takeFigures(
    { contest: { ours: capstanAt(root), floor: floorAgent }, stage, root },
    {
      place: 'shared',
      names,
      failed(name, error) {
        throw new Error(`${name} could not be measured`, { cause: error })
      },
    },
  )
  const rows = CONTRACT.filter(({ name }) => names.includes(name))
  return judgeContract(figures, 'shared', rows)
}

const SHORT = judgeContract({}, 'shared').map(({ row }) => row.name)

test('the published contract of resources is kept, as far as a busy machine can tell', async () => {
  const judged = await measure(resolve(REPOSITORY), SHORT)
  expect(judged.map(({ row }) => row.name)).toEqual([
    'start',
    'first request',
    'code',
    'turn',
    'first gap',
    'shell turn',
    'memory',
  ])
  expect(
    judged.every(({ kept }) => kept),
    renderContract(judged),
  ).toBe(true)
})

test('a program that takes half a second to say its version breaks it', async () => {
  await using tmp = tmpDir()
  mkdirSync(join(tmp.path, 'bin'))
  const slow = join(tmp.path, 'bin', 'capstan')
  writeFileSync(slow, `#!/bin/sh\nsleep 0.5\nexec ${REPOSITORY}/bin/capstan "$@"\n`)
  chmodSync(slow, 0o755)
  const [start] = await measure(tmp.path, ['start'])
  expect(start?.figure).toBeGreaterThan(start?.limit ?? 0)
  expect(start?.kept).toBe(false)
})
