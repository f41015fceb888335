import type { Text } from '../../../../protocol/messages/localized-text.ts'
import type { LocalServer, OnboardingPort, SignInChoice, SignInWay } from '../../ports/onboarding-port.ts'
import type { Shown } from '../../text/en/sign-in.ts'
import type { Words } from '../../text/words.ts'
import { safeLine } from '../../transcript/safe-text.ts'
import type { Live } from '../../ui/use-live.ts'
import type { Step } from './step.ts'

/** What is said when something was stored, or why it was not. */
export type Outcome = { readonly said: string } | { readonly problem: string } | undefined

/** What the steps of the dialog share. */
export interface Deps {
  readonly words: Words['dialogs']
  readonly localize: Words['localize']
  readonly onboarding: OnboardingPort
  readonly step: Live<Step>
  attempt(from: Step, work: Promise<Outcome>): void
  /** After an attempt that showed itself. */
  settle(from: Step, outcome: Outcome): void
  finish(answer: 'leave'): void
  again(): void
}

/** The first step of signing in to somebody. */
export const stepFor = (provider: SignInChoice): Step =>
  provider.ways.length > 1 ? { at: 'how', provider } : stepOf(provider, provider.ways[0] ?? 'key')

export const stepOf = (provider: SignInChoice, way: SignInWay): Step =>
  way === 'key' ? { at: 'key', provider } : { at: 'away', provider, way }

export const saveKey = async (
  text: string,
  { name, title }: SignInChoice,
  { onboarding, words, localize }: Deps,
): Promise<Outcome> => {
  const answer = await onboarding.saveKey(text, name)
  return answer.kind === 'refused'
    ? { problem: words.keyProblem(answer.problem, safeLine(answer.title)) }
    : { said: words.keySaved(inScreenLanguage(answer, localize), title) }
}

/** What others said, in the language of the screen. */
export const inScreenLanguage = <T extends { readonly problem?: Text; readonly said?: Text }>(
  { problem, said, ...answer }: T,
  localize: Words['localize'],
): Shown<T> => ({
  ...answer,
  problem: problem === undefined ? undefined : localize(problem),
  said: said === undefined ? undefined : localize(said),
})

export const takeServer = async (
  { baseUrl, name }: LocalServer,
  model: string,
  { onboarding, words }: Deps,
): Promise<Outcome> => {
  const file = await onboarding.chooseLocal(baseUrl, model)
  return { said: words.serverSaved({ name: safeLine(name), model: safeLine(model), file }) }
}
