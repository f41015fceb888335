import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createWorld } from '../support/engine-bench.ts'

const TURNS = 8
const BROKEN = 6

/** In each turn a file more; in one of them what is in it is wrong. */
const world = () =>
  createWorld({
    files: { 'start.txt': 'start\n', '.env': 'A=1\n' },
    allow: ['Write'],
    scenario: {
      replies: Array.from({ length: TURNS }, (_, at) => [
        {
          tool: {
            name: 'Write',
            input: { file_path: `f${at + 1}.txt`, content: at + 1 === BROKEN ? 'wrong\n' : 'right\n' },
          },
        },
        { text: 'Done.' },
      ]).flat(),
    },
  })

test('in a conversation /bisect finds the turn, shows its prompt and its changes, and leaves the files alone', async () => {
  await using at = await world()
  for (let turn = 1; turn <= TURNS; turn += 1) await at.ask(`do step ${turn}`)
  const before = at.events.length
  await at.ask('/bisect test -f .env && : > mark && ! grep -qs wrong f*.txt')
  const said = JSON.stringify(at.events.slice(before))
  expect(said).toContain(`Turn ${BROKEN} broke it (found in 3 runs).`)
  expect(said).toContain(`> do step ${BROKEN}`)
  expect(said).toContain('+wrong')
  expect(said).toContain('after turn 4: passes')
  expect(existsSync(join(at.dir, 'mark'))).toBe(false)
  expect(readFileSync(join(at.dir, `f${BROKEN}.txt`), 'utf8')).toBe('wrong\n')
  expect(at.model.requests).toHaveLength(2 * TURNS)
})

test('what a client says, or a text nobody owns, runs no command', async () => {
  await using at = await world()
  await at.ask('do step 1')
  for (const by of [{ authority: 'client' as const }, {}])
    await at.ask(`/bisect touch ${join(at.dir, 'ran')}`, by)
  expect(existsSync(join(at.dir, 'ran'))).toBe(false)
  await at.ask('/bisect')
  expect(JSON.stringify(at.events)).toContain('What is to be run?')
})
