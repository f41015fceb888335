import { expect, test } from 'vitest'
import { relevantSkills } from './relevant-skills.ts'

const skill = (name: string, description: string) => ({ name, description, rank: 0 })
const SKILLS = [
  skill('deploy-staging', 'Rolls out the current branch for testers'),
  skill('invoices', 'Renders customer invoices as PDF documents'),
  skill('i18n', '为界面文字补充中文翻译'),
  ...Array.from({ length: 40 }, (_, n) =>
    skill(`x${n}`, `Does the common chore number ${n} in this project`),
  ),
]
const named = (text: string) => relevantSkills(text, SKILLS).map(({ name }) => name)

test.each([
  ['Please deploy this', ['deploy-staging']],
  ['is it DEPLOYED to the testers?', ['deploy-staging']],
  ['render the invoices for customers', ['invoices']],
  ['how are documents rendered?', ['invoices']],
  ['界面的中文翻译不对', ['i18n']],
  ['do the common chore in this project', []],
  ['documents', []],
  ['hello', []],
  ['', []],
])('%s → %j', (text, names) => {
  expect(named(text)).toEqual(names)
})

test('at most five are named, the best first, and a long message costs no more', () => {
  const many = Array.from({ length: 60 }, (_, n) => skill(`group${n % 20}-item${n}`, `about item${n}`))
  const text = Array.from({ length: 5_000 }, (_, n) => `group${n % 20}`).join(' ')
  expect(relevantSkills(text, many).length).toBeLessThanOrEqual(5)
  const best = relevantSkills('alpha beta', [skill('beta-x', 'gamma'), skill('alpha-beta', 'gamma')])
  expect(best.map(({ name }) => name)).toEqual(['alpha-beta', 'beta-x'])
})
