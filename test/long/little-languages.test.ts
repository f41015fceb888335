import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBusyboxContext, type ReaderContext } from '../attacks/support/busybox-context.ts'
import { LITTLE_LANGUAGES } from '../attacks/support/little-languages.ts'
import { createOptionPlace, type OptionPlace } from '../attacks/support/option-place.ts'
import { addSignedCommit, runLanguage } from '../attacks/support/run-languages.ts'
import { triedPrograms } from '../attacks/support/tried-programs.ts'
import { installedOf } from '../support/needs-program.ts'

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

const samples = LITTLE_LANGUAGES.filter(one => installed.has(one.program)).flatMap(language =>
  [1, 2, 3, 4, 5].map(seed => ({ language, name: language.name, seed })),
)
test.runIf(tried).each(samples)(
  '$name: what counts as a look only looks, sample $seed',
  async ({ language, seed }) => {
    const { found } = await runLanguage(language, place, { count: 4_000, seed, contexts })
    expect(found).toEqual([])
  },
)
