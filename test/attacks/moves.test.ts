import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { commandsIn } from '../support/permission-place.ts'
import { createPlantedPlace, OUTSIDE, type PlantedPlace } from './support/planted-place.ts'

let place: PlantedPlace
beforeAll(() => {
  place = createPlantedPlace('mkdir -p src/sub; echo inside > a.txt')
})
afterAll(() => place.remove())

const OUT = commandsIn(`
! cd src < missing && cat ../outside.txt ¦ ! cd src 2> /dev/null < a.txt/x && cat ../outside.txt
! command cd src < missing && cat < ../outside.txt ¦ ! cd src < missing && ! cd src < missing && cat ../outside.txt
cd src/sub && { false || cd PROJECT/src; } && cat ../../outside.txt
cd src/sub && { cd PROJECT/src; } && cat ../../outside.txt
cd src/sub && { ! cd PROJECT/src; true; } && cat ../../outside.txt
`)

describe('a move that did not happen, or happened elsewhere, does not count', () => {
  const here = (line: string): string => line.replaceAll('PROJECT', place.cwd)
  let shown: ReadonlyMap<string, string>
  beforeAll(async () => {
    shown = await place.shown(OUT.map(here))
  })
  test.each(OUT)('%j asks, and would show what is outside', async given => {
    expect(shown.get(here(given))).toContain(OUTSIDE)
    expect(await place.verdict(here(given))).toBe('ask')
  })
})

// Whether there is a program of that name differs between systems.
test.each(
  commandsIn(`nice cd src && cat ../outside.txt ¦ timeout 5 cd src && cat ../outside.txt ¦ stdbuf -oL cd src && ls ..
command time cd src && cat ../outside.txt ¦ command nice cd src && cat ../outside.txt`),
)('%j asks: another program moves nobody', async line => {
  expect(await place.verdict(line)).toBe('ask')
})

test.each(
  commandsIn(`cd src && cat ../a.txt ¦ ! cd src && ls ¦ time cd src && ls ¦ command cd src && cat ../a.txt
cd src && ls sub && cd .. && cat a.txt ¦ ! grep -q x a.txt && ls`),
)('%j only looks', async line => {
  expect(await place.verdict(line)).toBe('allow')
})
