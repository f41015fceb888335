import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { installedOf } from '../support/needs-program.ts'
import { createBusyboxContext, type ReaderContext } from './support/busybox-context.ts'
import { LITTLE_LANGUAGES } from './support/little-languages.ts'
import { createOptionPlace, type OptionPlace } from './support/option-place.ts'
import { addSignedCommit, runLanguage } from './support/run-languages.ts'
import { runLines } from './support/run-lines.ts'
import { triedPrograms } from './support/tried-programs.ts'

const { programs, links } = triedPrograms()
const installed = installedOf(['git', 'gzip', ...LITTLE_LANGUAGES.map(one => one.program)])
const tried = programs.length > 0 && ['git', 'gzip', 'tar'].every(name => installed.has(name))
let place: OptionPlace
let contexts: readonly ReaderContext[] = []
beforeAll(() => {
  if (!tried) return
  place = createOptionPlace(links)
  const signed = addSignedCommit(place)
  contexts = [signed, ...createBusyboxContext(place, signed)]
})
afterAll(() => place?.remove())

test.runIf(tried)('a signature that is asked for is noticed', async () => {
  const fresh = join(place.cwd, 'fresh.txt')
  await runLines(["git log -1 --format='%G?'"], contexts[0] ?? place.context)
  expect(existsSync(fresh)).toBe(true)
  rmSync(fresh)
})

test.runIf(tried).each(LITTLE_LANGUAGES.filter(one => installed.has(one.program)))(
  '$name: what counts as a look writes nothing, runs nothing and shows no secret',
  async language => {
    const { found, allowed } = await runLanguage(language, place, { count: 120, seed: 29, contexts })
    expect(found).toEqual([])
    expect(allowed).toBeGreaterThan(2)
  },
)
