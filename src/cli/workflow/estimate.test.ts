import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tmpDir } from '../../../test/support/tmp-dir.ts'
import { planWorkflow } from '../../agents/workflow/plan-workflow.ts'
import { readWorkflow } from '../../features/workflows/read-workflow.ts'
import { earlierRuns, estimateCost } from './estimate.ts'
import { planText } from './plan-text.ts'

const TEXT = `
inputs: { list: { type: array, default: [] } }
steps:
  - { id: find, prompt: FIND, model: opus, output: { type: object } }
  - { id: each, prompt: 'LOOK at \${{ item }}', forEach: '\${{ inputs.list }}', maxParallel: 2 }
  - { id: later, prompt: 'FIX \${{ item }}', forEach: '\${{ steps.find.output.files }}' }
  - { id: never, prompt: NO, when: inputs.list.length == 0 }
  - { id: test, run: npm test }
`
const planOf = async (list: readonly unknown[]) => {
  const { workflow, problems } = await readWorkflow(TEXT, { fallbackName: 'w' })
  if (!workflow) throw new Error(JSON.stringify(problems))
  return planWorkflow(workflow, { list })
}

test('a dry run shows each step, its fan-out and what it would cost', async () => {
  const plan = await planOf(['a', 'b', 'c', 'd', 'e', 'f'])
  const cost = estimateCost(plan, [], ({ model }) => (model === 'opus' ? 1 : 0.1))
  expect(planText(plan, cost).text).toBe(`find (general-purpose, opus)
    FIND
each (general-purpose, 6 items: a, b, c, d, e …, at most 2 at once)
    LOOK at \${{ item }}
later (general-purpose, once for each item, at most 4 at once)
    FIX \${{ item }}
never (general-purpose, skipped)
    NO
test (command)
    npm test
It would start at least 8 agents, for about $1.70 (a rough guess). Nothing was run.`)
  expect(estimateCost(plan, [], () => undefined)).toBeUndefined()
})

test('what earlier runs of the same workflow in the same directory cost counts for the steps it is known of', async () => {
  await using tmp = tmpDir()
  const runs = join(tmp.path, 'runs')
  mkdirSync(runs)
  const put = (id: string, head: object, spent: readonly [step: string, usd: number][]): void => {
    const lines = [
      { type: 'run', name: 'w', cwd: '/here', ...head },
      ...spent.map(([step, usd], call) => ({ type: 'spent', step, call: `${id}${call}`, usd, tokens: 1 })),
    ]
    const path = join(runs, `${id}.jsonl`)
    writeFileSync(path, lines.map(line => `${JSON.stringify(line)}\n`).join(''))
    utimesSync(path, 1, 1)
  }
  put('w1', {}, [
    ['find', 2],
    ['each', 0.2],
    ['each', 0.4],
  ])
  put('w2', {}, [['find', 4]])
  put('w3', { cwd: '/elsewhere' }, [['find', 100]])
  put('w4', { name: 'other' }, [['find', 100]])
  put('w5', {}, [])
  const earlier = earlierRuns(runs, { name: 'w', cwd: '/here' })
  expect(earlier).toHaveLength(2)
  const plan = await planOf(['a', 'b'])
  const cost = estimateCost(plan, earlier, () => 0.01)
  // 3 for the first, twice 0.3, and nothing known of the third.
  expect(cost?.usd).toBeCloseTo(3 + 0.6 + 0.01, 6)
  expect(planText(plan, cost).text).toContain('for about $3.61 (from 2 earlier runs). Nothing was run.')
  expect(earlierRuns(join(tmp.path, 'none'), { name: 'w', cwd: '/here' })).toEqual([])
})
