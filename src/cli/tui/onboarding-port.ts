import type {
  OnboardingPort,
  SignInAnswer,
  SignInChoice,
  SignInPage,
} from '../../frontends/tui/ports/onboarding-port.ts'
import { signInChoices } from '../../host/credentials/sign-in-choices.ts'
import type { DeskOptions, SignInDesk, SignInStep } from '../../host/credentials/sign-in-desk.ts'
import { FIRST_PROVIDER } from '../../host/credentials/stored-credentials.ts'
import { type Env, HostError } from '../../protocol/host.ts'
import { credentialText } from '../../protocol/messages/host/credentials.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import type { Settings } from '../../protocol/settings.ts'
import { findServers, type KnownServer } from './find-servers.ts'

export interface OnboardingOptions {
  readonly configHome: string
  readonly env?: Env
  /** Where to look; the usual places when absent. */
  readonly servers?: readonly KnownServer[]
  /** As they are when somebody signs in. */
  settings?(): Pick<Settings, 'providers'>
  openKeychain?: DeskOptions['openKeychain']
  /** Shows a page in a browser of this machine; false when there is none. */
  openPage?(url: string): Promise<boolean>
}

export interface Onboarding extends OnboardingPort {
  /** The person wants to see the demo: the scripted model answers in its own project. */
  readonly wantsDemo: boolean
  /** What was said while something was kept, once. */
  takeWarnings(): readonly LocalizedText[]
}

/** What is chosen is kept for the next starts, but for the demo. */
export const createOnboardingPort = (options: OnboardingOptions): Onboarding => {
  const { configHome, servers, env = {}, settings = () => ({}), openKeychain } = options
  const warnings: LocalizedText[] = []
  const openDesk = async (): Promise<SignInDesk> => {
    const { SignInDesk } = await import('../../host/credentials/sign-in-desk.ts')
    return new SignInDesk({
      configHome,
      env,
      settings: settings(),
      warn: text => void warnings.push(text),
      ...(openKeychain ? { openKeychain } : {}),
    })
  }
  let wantsDemo = false
  return {
    get wantsDemo() {
      return wantsDemo
    },
    takeWarnings: () => warnings.splice(0),
    choices: () => filled(signInChoices(settings())),
    findLocal: (signal, found) =>
      findServers({ signal, ...(found ? { found } : {}), ...(servers ? { servers } : {}) }),
    saveKey: async (text, provider) => {
      const answer = await (await openDesk()).saveKey(text, provider)
      if (answer.kind === 'refused') return answer
      const { kept, ...rest } = answer
      return { ...rest, ...kept }
    },
    signIn: async ({ provider, way }, signal, show) => {
      const desk = await openDesk()
      const page = (step: SignInStep): void => void showPage(step, show, options)
      return await answered(desk.signIn(provider, way, { signal, show: page }))
    },
    chooseLocal: async (baseUrl, model) => {
      const desk = await openDesk()
      await desk.keepServer({ baseUrl, model })
      return desk.file
    },
    demo: async () => {
      wantsDemo = true
    },
    forget: async provider => {
      const desk = await openDesk()
      const gone = await desk.signOut(provider)
      const left = desk.overriding(provider ?? FIRST_PROVIDER)
      return { gone, ...(left === undefined ? {} : { left }) }
    },
  }
}

/** The first provider can always be signed in to. */
const filled = (choices: readonly SignInChoice[]): readonly [SignInChoice, ...SignInChoice[]] => {
  const [first, ...others] = choices
  if (!first) throw new HostError('provider', credentialText('nobody_to_sign_in_to'))
  return [first, ...others]
}

/** A page on another machine would open where nobody looks. */
const showPage = async (
  { url, code, paste }: SignInStep,
  show: (page: SignInPage) => void,
  { env = {}, openPage }: OnboardingOptions,
): Promise<void> => {
  const isFar = Boolean(env['SSH_CONNECTION'] || env['SSH_TTY'])
  const open = openPage ?? (async each => (await import('../../host/servers/open-url.ts')).openUrl(each, env))
  const opened = !isFar && (await open(url.href))
  show({ url: url.href, opened, ...(code === undefined ? {} : { code }), ...(paste ? { paste } : {}) })
}

const answered = async (work: ReturnType<SignInDesk['signIn']>): Promise<SignInAnswer> => {
  try {
    const { title: _, ...kept } = await work
    return { kind: 'saved', ...kept }
  } catch (error) {
    const { OAuthError } = await import('../../features/oauth/oauth-error.ts')
    if (!(error instanceof OAuthError)) throw error
    return { kind: 'failed', because: error.kind, said: error.localized }
  }
}
