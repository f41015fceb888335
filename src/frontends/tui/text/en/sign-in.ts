import type { KeyAnswer, KeyProblem, SecretLocation, SignInAnswer } from '../../ports/onboarding-port.ts'

/** As it is shown: what somebody said is in the language of the screen by then. */
export type Shown<T> = Omit<T, 'problem' | 'said'> & {
  readonly problem?: string | undefined
  readonly said?: string | undefined
}
type Saved = Shown<Extract<KeyAnswer, { readonly kind: 'saved' }>>
type Failed = Shown<Extract<SignInAnswer, { readonly kind: 'failed' }>>

const models = (number: number): string => `${number} ${number === 1 ? 'model' : 'models'}`

const savedIn = ({ in: place, file, problem }: Shown<SecretLocation>): string => {
  if (place === 'keychain') return 'Saved in your keychain.'
  const why = problem === undefined ? 'no keychain here' : `the keychain couldn’t be used: ${problem}`
  return `Saved in ${file}, which only you can read (${why}).`
}

const overridden = (variable: string | undefined): string =>
  variable === undefined
    ? ''
    : ` But ${variable} is set in your environment and is used instead; unset it to use the saved key.`

/** Words for whoever has nobody to talk to yet, or signs in to another. */
export const signInEn = {
  welcome: 'Welcome to Capstan',
  welcomeText: 'Capstan needs a model to work with. Choose a model provider:',
  signIn: 'Sign in',
  signInText: 'Choose a model provider. Keys saved for other providers are kept.',
  keyWay: (provider: string) => `Enter an API key from ${provider}`,
  keyWayDetail: 'saved in your keychain, or in a file only you can read',
  otherWay: 'Use another provider',
  otherWayDetail: (some: string) => `${some} …`,
  whichProvider: 'Which provider?',
  howToSignIn: (provider: string) => `How do you want to sign in to ${provider}?`,
  browserWay: 'Sign in with your browser',
  deviceWay: 'Get a code to enter on another device',
  plainKeyWay: 'Enter an API key',
  keyIntro: (provider: string, keysAt: string | undefined) =>
    `Paste your ${provider} API key.${keysAt === undefined ? '' : ` You can create one at ${keysAt}.`} It is checked with ${provider} where possible, and saved in your keychain or in a file that only you can read.`,
  keyLabel: (provider: string) => `${provider} API key:`,
  keyProblem: (problem: KeyProblem, provider: string): string => {
    switch (problem.kind) {
      case 'characters':
        return 'An API key has no spaces and only plain letters, digits and signs.'
      case 'short':
        return 'This is too short for a key. Did you copy all of it?'
      case 'long':
        return 'This is too long for a key.'
      case 'foreign':
        return `This looks like a key from ${problem.of}, which isn't one of the providers here.`
      case 'rejected':
        return `${provider} did not accept this key: ${problem.said}. Nothing was saved.`
    }
  },
  keySaved: (saved: Saved, wanted: string) => {
    const { title, checked } = saved
    const whose = title === wanted ? '' : `This is a key from ${title}. `
    const verdict = checked
      ? `Signed in: ${title} accepted the key.`
      : `The key couldn’t be checked with ${title}.`
    return `${whose}${verdict} ${savedIn(saved)}${overridden(saved.overriddenBy)}`
  },
  signedIn: (kept: Shown<SecretLocation>, provider: string) => `Signed in to ${provider}. ${savedIn(kept)}`,
  signInFailed: ({ because, said }: Failed, provider: string): string => {
    switch (because) {
      case 'cancelled':
        return 'Sign-in canceled.'
      case 'ended':
        return `The sign-in wasn't finished in time or its code is no longer valid: ${said}. Try again.`
      case 'refused':
        return `${provider} refused the sign-in: ${said}.`
      case 'network':
        return `Can't reach the sign-in server of ${provider}: ${said}. Check the network.`
      case 'setup':
        return `Can't sign in to ${provider}: ${said}. Check "oauth" of this provider in your settings.`
    }
  },
  pageOpened: (provider: string) =>
    `Finish signing in to ${provider} in your browser. If it didn't open, use this address:`,
  pageToOpen: (provider: string) => `To sign in to ${provider}, open this address in a browser:`,
  deviceText: (provider: string) =>
    `To sign in to ${provider}, open this address on any device and enter the code:`,
  deviceCode: (code: string) => `Code: ${code}`,
  codeLabel: 'Code:',
  codePlaceholder: 'browser on another machine? paste the code or the address it ends at',
  wrongCode: "That isn't a code from this sign-in. Copy it again.",
  waitingForPage: 'Waiting for you to finish in the browser …',
  awayHint: 'Tab copy address · Esc cancel',
  addressCopied: 'Address copied.',
  serverSaved: ({ name, model, file }: { name: string; model: string; file: string }) =>
    `Using ${model} on ${name}. Saved in ${file}.`,
  signedOut: (providers: readonly string[]) => `Signed out of ${providers.join(', ')}.`,
  nothingSaved: 'No saved key or server was found.',
  stillSignedIn: (variable: string) =>
    `${variable} is still set in your environment and is used; unset it to sign out.`,
  unknownProvider: (name: string) => `There is no provider called "${name}".`,
  keyPlaceholder: 'paste it here',
  serverWay: (name: string) => `Use ${name} on this machine`,
  models,
  searching: 'Looking for a local server …',
  noServer: 'No local server',
  noServerDetail: 'looked for Ollama, LM Studio, llama.cpp and vLLM',
  mute: (name: string) => `${name} is running, but can't be used yet`,
  muteDetail: "it doesn't offer the Messages API (/v1/messages); newer versions do",
  emptyServerDetail: 'it has no model; load one, then look again',
  lookAgain: 'Look for a local server again',
  demoWay: 'Watch the demo',
  demoWayDetail: 'a scripted model: no account, no network',
  leave: 'Exit',
  closeLogin: 'Close',
  whichModel: 'Which model?',
  working: 'One moment …',
}
