import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeDirectory } from '../../../test/support/tool-call.ts'
import { locatePlan } from './locate-plan.ts'

const home = makeDirectory()
const cwd = join(home, 'project')
const own = join(home, '.capstan', 'plans')
mkdirSync(join(cwd, 'docs'), { recursive: true })
mkdirSync(join(home, 'elsewhere'))
symlinkSync(join(home, 'elsewhere'), join(cwd, 'out'))
symlinkSync(join(cwd, 'docs'), join(cwd, 'in'))

const findProtected = (path: string) => (path.includes('/.git/') ? '.git' : undefined)
const locate = (wanted?: string) =>
  locatePlan(
    { own, cwd, home, caseSensitive: true, ...(wanted === undefined ? {} : { wanted }) },
    'a.md',
    findProtected,
  )

test.each([
  [undefined, join(own, 'a.md')],
  ['docs', join(cwd, 'docs', 'a.md')],
  ['./docs/plans', join(cwd, 'docs', 'plans', 'a.md')],
  ['in', join(cwd, 'docs', 'a.md')],
  ['~/notes', join(home, 'notes', 'a.md')],
  [join(home, 'elsewhere'), join(home, 'elsewhere', 'a.md')],
])('with plansDirectory %j the plan is %s', (wanted, file) => {
  expect(locate(wanted)).toEqual({ file })
})

test.each([
  ['out', 'leads out'],
  ['../elsewhere', 'leads out'],
  ['.git/plans', '.git is protected'],
  ['docs\0x', 'NUL'],
])('plansDirectory %j is not used, and that is said', (wanted, why) => {
  const { file, problem } = locate(wanted)
  expect(file).toBe(join(own, 'a.md'))
  expect(problem?.text).toContain(why)
})
