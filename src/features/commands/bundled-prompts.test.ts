import { expect, test } from 'vitest'
import type { Command, CommandHost } from '../../protocol/command.ts'
import { commitCommand } from './work/git.ts'
import { reviewCommand, securityReviewCommand, verifyCommand } from './work/review.ts'

const prompt = async (command: Pick<Command, 'run'>): Promise<string> => {
  const outcome = await command.run('', {} as CommandHost)
  return outcome?.kind === 'submit' ? String(outcome.text) : ''
}

test.each<[string, Pick<Command, 'run'>, RegExp]>([
  [
    'a review on the main branch, with nothing open, has the last commit to look at',
    reviewCommand,
    /if there are none, the last commit/,
  ],
  ['so has a security review', securityReviewCommand, /if there are none, the last commit/],
  ['a commit looks into new files, which a difference does not show', commitCommand, /read new files/],
  [
    'a commit says which new files it left out, and what looked broken',
    commitCommand,
    /new files that belong to no change[\s\S]*looked broken/,
  ],
  ['a library is verified without a file where none is needed', verifyCommand, /from a one-liner/],
])('%s', async (_, command, said) => {
  expect(await prompt(command)).toMatch(said)
})
