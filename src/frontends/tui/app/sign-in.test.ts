import { expect, test } from 'vitest'
import { inEnglish } from '../../../protocol/messages/localized-text.ts'
import type { OnboardingPort } from '../ports/onboarding-port.ts'
import { dialogsEn } from '../text/en/dialogs.ts'
import { hasSpoken, type SignInParts, signIn, signOut } from './sign-in.ts'

const parts = (more: Partial<OnboardingPort>, answer = 'ready') => {
  const log: string[] = []
  const made: SignInParts = {
    onboarding: more as OnboardingPort,
    words: () => ({ dialogs: dialogsEn }),
    ask: async (panel, { provider = '' }: { provider?: string }) => {
      log.push(`asked ${panel}${provider}`)
      return answer
    },
    note: text => void log.push(inEnglish(text)),
    reopen: because => void log.push(`reopened for ${because}`),
  }
  return { made, log }
}

test.each([
  [undefined, 'ready', ['asked onboarding', 'reopened for login']],
  [undefined, 'leave', ['asked onboarding']],
  ['openai', 'leave', ['asked onboardingopenai']],
])('/login opens the ways on, or the one to %s; answered with %s', async (provider, answer, expected) => {
  const { made, log } = parts({}, answer)
  await signIn(made, provider)
  expect(log).toEqual(expected)
})

test.each([
  [{ gone: ['OpenAI', 'Groq'] }, ['Signed out of OpenAI, Groq.', 'reopened for logout']],
  [{ gone: [] }, ['No saved key or server was found.', 'reopened for logout']],
  [
    { gone: [], left: 'ANTHROPIC_API_KEY' },
    [
      'No saved key or server was found. ANTHROPIC_API_KEY is still set in your environment and is used; unset it to sign out.',
    ],
  ],
])('/logout with %j says what was removed and what still counts', async (gone, expected) => {
  const { made, log } = parts({ forget: async () => gone })
  await signOut(made, undefined)
  expect(log).toEqual(expected)
})

test('/logout where the keychain is locked says so, and the conversation goes on', async () => {
  const { made, log } = parts({ forget: async () => Promise.reject(new Error('It is locked.')) })
  await signOut(made, 'openai')
  expect(log).toEqual(['It is locked.'])
})

test.each([
  ['nothing', [], false],
  ['a command of the program', [{ kind: 'user', id: 'said:1', text: '/login', attachments: 0 }], false],
  ['a prompt', [{ kind: 'user', id: 'u1', text: 'hello', attachments: 0 }], true],
] as const)('after %s there is a conversation to come back to: %j', (_name, done, spoke) => {
  expect(hasSpoken({ done })).toBe(spoke)
})
