import { mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { explainCall } from '../../src/cli/permissions/explain.ts'
import { ledgerRows } from '../../src/features/sessions/ledger/ledger-rows.ts'
import { readStory } from '../../src/features/sessions/ledger/read-story.ts'
import { createWorld, type World } from '../support/engine-bench.ts'
import { tmpDir } from '../support/tmp-dir.ts'

type Call = readonly [tool: string, input: Readonly<Record<string, string>>]

const MEMORY = '---\nname: x\ndescription: d\ntype: project\n---\nx\n'
const callsIn = (memory: string): readonly Call[] => [
  ['Bash', { command: `rm ${memory}/first.md` }],
  ['Bash', { command: `rm -f ${memory}/second.md` }],
  ['Bash', { command: `rm -r ${memory}` }],
  ['Bash', { command: `rm ${memory}/*.md` }],
  ['Bash', { command: `rm ${memory}/MEMORY.md ../elsewhere` }],
  ['Bash', { command: `echo x > ${memory}/third.md` }],
  ['Bash', { command: `cat ${memory}/third.md` }],
  ['Write', { file_path: `${memory}/new.md`, content: MEMORY }],
  ['Read', { file_path: `${memory}/third.md` }],
  ['Write', { file_path: `${memory}/../outside.md`, content: 'x' }],
]

const MODES = ['default', 'acceptEdits', 'plan'] as const

/** What a run did: let it run or not, and for which kind of reason. */
const decidedBy = (world: World): readonly unknown[] =>
  ledgerRows(readStory(world.sessionPath), () => 0)
    .filter(row => row.call !== undefined)
    .map(row => [row.outcome !== 'refused', row.approval?.by])

test.each(MODES)('what is explained of the memory directory is what a run decides: mode %s', async mode => {
  await using tmp = tmpDir()
  const memory = join(realpathSync(tmp.path), 'memory')
  mkdirSync(memory)
  for (const name of ['MEMORY.md', 'first.md', 'second.md', 'third.md'])
    writeFileSync(join(memory, name), MEMORY)
  const calls = callsIn(memory)
  await using world = await createWorld({
    scenario: {
      replies: calls.flatMap(([name, input]) => [{ tool: { name, input } }, { text: 'ok' }]),
    },
    config: config => ({
      place: { ...config.place, memoryDirectory: memory },
      memory: {},
      permissions: { ...config.permissions, mode },
    }),
  })
  const env = { HOME: join(world.dir, '..'), CLAUDE_CODE_MEMORY_DIR: memory }
  const at = { env, version: '0', argv: [], cwd: world.dir, screen: { colour: false } }
  const explained: unknown[] = []
  for (const [tool, input] of calls) {
    const argv = ['--tool', tool, '--input', JSON.stringify(input), '--permission-mode', mode, '--json']
    const { verdict, reasonType } = JSON.parse(await explainCall(argv, at, () => {}))
    explained.push([verdict === 'allow', reasonType])
    // In turn: what one call removes the next one does not find.
    await world.ask('next')
  }
  expect(explained).toEqual(decidedBy(world))
  if (mode === 'default') expect(explained[0]).toEqual([true, expect.any(String)])
})
