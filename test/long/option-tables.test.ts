import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { disagreements } from '../attacks/support/option-agreement.ts'
import { mischief } from '../attacks/support/option-canaries.ts'
import { createOptionPlace, type OptionPlace } from '../attacks/support/option-place.ts'
import { triedPrograms } from '../attacks/support/tried-programs.ts'
import { installedOf } from '../support/needs-program.ts'

const { programs, links } = triedPrograms()
const trace = installedOf(['strace']).has('strace')
let place: OptionPlace
beforeAll(() => {
  place = createOptionPlace(links)
})
afterAll(() => place.remove())
const named = programs.map(listed => [listed.words.join(' '), listed] as const)

test.each(named)('every option of %s takes the words that the table says', async (_, listed) => {
  expect(await disagreements(listed, place.context, () => true)).toEqual([])
})

/** They take a second to start: a share of their lines has to do. */
const isSlow = (name: string): boolean => /^(?:npm|pip3?|lsof|git stash)\b/.test(name)

test.each(named)(
  'no approved line of %s writes, shows a secret, starts or reaches anything',
  async (name, listed) => {
    let at = 0
    const pick = (): boolean => !isSlow(name) || at++ % 40 === 0
    const options = trace
      ? { pickOption: () => true, pick, trace: join(place.cwd, '..', '..', 'trace') }
      : { pickOption: () => true, pick }
    expect((await mischief(listed, place, options)).found).toEqual([])
  },
)
