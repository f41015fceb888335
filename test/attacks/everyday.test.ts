import { afterAll, beforeAll, expect, test } from 'vitest'
import { hasGit } from '../support/needs-program.ts'
import { commandsIn } from '../support/permission-place.ts'
import { ASKED, ASKED_THOUGH_LOOKING, CHANGES, LOOKS } from './everyday-commands.ts'
import { createEverydayPlace, type EverydayPlace } from './support/everyday-place.ts'
import { runPlainly, treeOf } from './support/run-plainly.ts'

const withGit = test.skipIf(!hasGit())

let place: EverydayPlace
let looks: ReadonlyMap<string, string>
beforeAll(async () => {
  if (!hasGit()) return
  place = createEverydayPlace()
  looks = await verdicts(commandsIn(LOOKS))
})
afterAll(() => place?.remove())

const verdicts = async (commands: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  const found = new Map<string, string>()
  for (const command of commands) found.set(command, (await place.judge(command)).verdict)
  return found
}
const those = (found: ReadonlyMap<string, string>, verdict: string): readonly string[] =>
  [...found].filter(([, one]) => one === verdict).map(([command]) => command)

test('the list is long enough to say something', () => {
  expect(commandsIn(LOOKS).length).toBeGreaterThanOrEqual(250)
  expect(commandsIn(CHANGES).length).toBeGreaterThanOrEqual(60)
  expect(new Set(commandsIn(LOOKS)).size).toBe(commandsIn(LOOKS).length)
})

withGit('of everyday looks at most 3 % ask, each for a reason that is written down', () => {
  const asked = those(looks, 'ask')
  expect(ASKED_THOUGH_LOOKING.every(([, reason]) => reason !== '')).toBe(true)
  expect(asked.toSorted()).toEqual(ASKED_THOUGH_LOOKING.map(([command]) => command).toSorted())
  expect(asked.length / looks.size).toBeLessThanOrEqual(0.03)
})

withGit('nothing that may change something, leads out or shows a secret runs unasked', async () => {
  expect(those(await verdicts(commandsIn(CHANGES)), 'allow')).toEqual([])
  expect(those(await verdicts(commandsIn(ASKED)), 'allow')).toEqual([])
})

/** Slow to start, or not the same everywhere. */
const NOT_RUN =
  /\b(?:lscpu|lsblk|locale|mount|netstat|ulimit|npm|node|python3|pip|docker|kubectl|lsof|ss|sleep|pgrep)\b/

withGit('what is allowed as a look changes nothing and shows no secret when it runs', () => {
  const allowed = those(looks, 'allow').filter(command => !NOT_RUN.test(command))
  expect(allowed.length).toBeGreaterThan(240)
  const before = treeOf(place.home)
  // One shell for all: each line runs in a process of its own.
  const run = runPlainly(allowed.map(line => `(${line}\n)`).join('\n'), place)
  expect(run.ended).toBe(true)
  expect(run.stdout).toContain('# Project')
  expect(run.stdout).not.toContain('canary')
  expect(treeOf(place.home)).toBe(before)
})
