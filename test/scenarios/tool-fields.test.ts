import { expect, test } from 'vitest'
import { resourceSpecs } from '../../src/features/mcp/tools/resource-specs.ts'
import { discoverSpec } from '../../src/features/skills/discover-spec.ts'
import { skillSpec } from '../../src/features/skills/skill-spec.ts'
import { readToolSpecs } from '../../src/host/tools/toolbox.ts'
import { sampleOf } from '../support/sample-size.ts'
import { AGENT_FIELDS, AGENT_SEAMS, agentCases, INNER_CASES } from '../support/tool-fields/agent-cases.ts'
import { withoutEffect } from '../support/tool-fields/field-case.ts'
import { fieldPaths } from '../support/tool-fields/field-paths.ts'
import { FILE_CASES, FILE_SEAMS } from '../support/tool-fields/file-cases.ts'
import { PERSON_CASES } from '../support/tool-fields/person-cases.tsx'
import { PORT_CASES, withoutEffectOnPorts } from '../support/tool-fields/port-cases.ts'
import { WORK_CASES, WORK_SEAMS } from '../support/tool-fields/work-cases.ts'

const CASES = { ...FILE_CASES, ...WORK_CASES, ...PERSON_CASES }

test('every field that a built-in tool takes is in the table, and nothing else is', async () => {
  const specs = [...(await readToolSpecs()), skillSpec(), discoverSpec(), ...resourceSpecs()]
  const taken = specs.flatMap(spec => fieldPaths(spec).map(path => `${spec.name} ${path}`))
  const shown = [
    ...Object.entries(CASES).flatMap(([tool, cases]) => Object.keys(cases).map(path => `${tool} ${path}`)),
    ...Object.entries(PORT_CASES).flatMap(([tool, { fields }]) =>
      Object.keys(fields).map(path => `${tool} ${path}`),
    ),
    // Its server gets them: monitor.test.ts.
    'Monitor ws.protocols',
    // Needs another machine: remote-host.test.ts.
    'Agent where',
    ...Object.keys(AGENT_FIELDS).map(path => `Agent ${path}`),
  ]
  expect(shown.toSorted()).toEqual(taken.toSorted())
})

const sample = <T>(all: readonly T[]): readonly T[] => sampleOf(all, 8)

for (const [tool, cases] of sample(Object.entries(CASES)))
  test(`every field of ${tool} has an effect (${Object.keys(cases).length})`, async () => {
    expect(await withoutEffect(tool, cases)).toEqual([])
  })

for (const tool of Object.keys(PORT_CASES))
  test(`every field of ${tool} reaches who does the work`, async () => {
    expect(await withoutEffectOnPorts(tool)).toEqual([])
  })

for (const [tool, cases] of sample([...Object.entries(FILE_SEAMS), ...Object.entries(WORK_SEAMS)]))
  test(`a field of ${tool} that another one leaves nothing to do for is said (${Object.keys(cases).length})`, async () => {
    expect(await withoutEffect(tool, cases)).toEqual([])
  })

for (const seam of sample(AGENT_SEAMS))
  test(`every field of Agent has an effect on: ${seam}`, async () => {
    expect(await withoutEffect('Agent', agentCases(seam))).toEqual([])
  })

test('an agent that asks another one for a team or the background is told that it has none', async () => {
  expect(await withoutEffect('Agent', INNER_CASES)).toEqual([])
})
