import { expect, test } from 'vitest'
import type { OnboardingPort } from './ports/onboarding-port.ts'
import { type SignInParts, signIn, signOut } from './sign-in.ts'
import { dialogsEn } from './text/en/dialogs.ts'

const parts = (more: Partial<OnboardingPort>, answer = 'ready') => {
  const log: string[] = []
  const made: SignInParts = {
    onboarding: { provider: { name: 'A', keysAt: 'a.example' }, ...more } as OnboardingPort,
    words: () => ({ dialogs: dialogsEn }),
    ask: async panel => {
      log.push(`asked ${panel}`)
      return answer
    },
    note: text => void log.push(text),
    reopen: because => void log.push(`reopened for ${because}`),
  }
  return { made, log }
}

test.each([
  ['ready', ['asked onboarding', 'reopened for login']],
  ['leave', ['asked onboarding']],
])('/login opens the ways on; answered with %s', async (answer, expected) => {
  const { made, log } = parts({}, answer)
  await signIn(made)
  expect(log).toEqual(expected)
})

test.each([
  [{ file: '/c.json' }, ['Signed out: /c.json was removed.', 'reopened for logout']],
  [{}, ['No saved key or server was found.', 'reopened for logout']],
  [
    { left: 'ANTHROPIC_API_KEY' },
    [
      'No saved key or server was found. ANTHROPIC_API_KEY is still set in your environment and is used; unset it to sign out.',
    ],
  ],
])('/logout with %j says what was removed and what still counts', async (gone, expected) => {
  const { made, log } = parts({ forget: async () => gone })
  await signOut(made)
  expect(log).toEqual(expected)
})
