import { OAuthError } from '../../features/oauth/oauth-error.ts'
import { type SignInChoice, type SignInWay, signInChoices } from '../../host/credentials/sign-in-choices.ts'
import type { SavedKey, SignInDesk } from '../../host/credentials/sign-in-desk.ts'
import { FIRST_PROVIDER } from '../../host/credentials/stored-credentials.ts'
import type { StoredSecret } from '../../host/credentials/vault.ts'
import { openUrl } from '../../host/servers/open-url.ts'
import { nearestName } from '../../lib/nearest-name.ts'
import { accountText } from '../../protocol/messages/cli/accounts.ts'
import { answerText } from '../../protocol/messages/cli/answers.ts'
import { noteText } from '../../protocol/messages/cli/notes.ts'
import { sentences } from '../../protocol/messages/layout.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import { ExitError } from '../exit-error.ts'
import { inUiLanguage, sayer } from '../in-ui-language.ts'
import { writeProblem } from '../say.ts'
import { askHidden, askLine, Cancelled, readAll } from './ask-line.ts'
import type { AuthContext } from './auth-context.ts'

export interface LoginOptions {
  readonly provider?: string
  /** `stdin`: a key is read from there. */
  readonly way?: 'stdin' | 'browser' | 'device'
}

/** `capstan auth login` */
export const login = async (desk: SignInDesk, here: AuthContext, wish: LoginOptions): Promise<number> => {
  try {
    const choices = signInChoices(here.settings)
    if (wish.way === 'stdin') {
      const choice = find(wish.provider ?? FIRST_PROVIDER, choices)
      return await saved(await desk.saveKey(await readAll(), choice.name), here)
    }
    const choice = wish.provider === undefined ? await ask(choices, here) : find(wish.provider, choices)
    const way = wish.way ?? choice.ways[0] ?? 'key'
    if (!choice.ways.includes(way))
      throw new ExitError(1, accountText('no_oauth', { title: choice.title, name: choice.name }))
    if (way !== 'key') return await byBrowser(desk, here, { choice, way })
    if (!process.stdin.isTTY) throw new ExitError(2, accountText('no_terminal', { name: choice.name }))
    const { title, keysAt: url } = choice
    const question =
      url === undefined ? answerText('paste_key', { title }) : answerText('paste_key_at', { title, url })
    const key = await askHidden(await inUiLanguage(question, here.env))
    return await saved(await desk.saveKey(key, choice.name), here)
  } catch (error) {
    if (error instanceof Cancelled) throw new ExitError(130, accountText('canceled'))
    throw error
  }
}

const find = (name: string, choices: readonly SignInChoice[]): SignInChoice => {
  const found = choices.find(each => each.name === name)
  if (found) return found
  const names = choices.map(each => each.name)
  const nearest = nearestName(name, names)
  throw new ExitError(
    1,
    nearest === undefined
      ? accountText('unknown_account', { name, names })
      : accountText('unknown_account_near', { name, near: nearest }),
  )
}

const ask = async (choices: readonly SignInChoice[], { env, warn }: AuthContext): Promise<SignInChoice> => {
  if (!process.stdin.isTTY) throw new ExitError(2, accountText('which_provider'))
  const rows = choices.map(({ title }, at) => `  ${String(at + 1).padStart(2)}. ${title}`)
  warn(noteText('choose_provider', { rows }))
  const question = await inUiLanguage(answerText('number_or_name'), env)
  for (;;) {
    const said = (await askLine(question)).trim().toLowerCase()
    const found =
      choices[Number(said) - 1] ??
      choices.find(({ name, title }) => [name, title.toLowerCase()].includes(said))
    if (found) return found
  }
}

const saved = async (answer: SavedKey, { env }: AuthContext): Promise<number> => {
  const { title } = answer
  if (answer.kind === 'refused') throw new ExitError(1, refusal(answer))
  const verdict = answerText(answer.checked ? 'key_accepted' : 'key_unchecked', { title })
  const { overriddenBy: variable } = answer
  const still = variable === undefined ? [] : [answerText('overridden', { variable })]
  const tell = await sayer(env)
  tell(sentences([verdict, savedIn(answer.kept), ...still]))
  return 0
}

const refusal = ({ title, problem }: Extract<SavedKey, { readonly kind: 'refused' }>): LocalizedText => {
  switch (problem.kind) {
    case 'rejected':
      return accountText('key_rejected', { title, said: problem.said })
    case 'foreign':
      return accountText('key_foreign', { provider: problem.of })
    case 'characters':
      return accountText('key_characters')
    case 'short':
      return accountText('key_short')
    case 'long':
      return accountText('key_long')
  }
}

const savedIn = ({ in: place, file, problem }: StoredSecret): LocalizedText => {
  if (place === 'keychain') return answerText('in_keychain')
  const why = problem === undefined ? answerText('no_keychain') : answerText('keychain_failed', { problem })
  return answerText('in_file', { file, why })
}

const byBrowser = async (
  desk: SignInDesk,
  { env, warn }: AuthContext,
  { choice, way }: { readonly choice: SignInChoice; readonly way: Exclude<SignInWay, 'key'> },
): Promise<number> => {
  const stop = new AbortController()
  const interrupt = (): void => stop.abort()
  process.once('SIGINT', interrupt)
  let isAsking = false
  const { name, title } = choice
  try {
    const kept = await desk.signIn(name, way, {
      signal: stop.signal,
      show: ({ url, code, paste }) => {
        const where = { title, url: url.href }
        warn(
          code === undefined
            ? noteText('open_address', where)
            : noteText('open_address_with_code', { ...where, code }),
        )
        if (!env['SSH_CONNECTION'] && !env['SSH_TTY']) void openUrl(url.href, env)
        isAsking = paste !== undefined && process.stdin.isTTY
        if (paste && isAsking) void takePasted(paste, { stop, warn, env })
      },
    })
    if (isAsking) writeProblem('')
    const tell = await sayer(env)
    tell(sentences([answerText('signed_in', { title }), savedIn(kept)]))
    return 0
  } catch (error) {
    if (isAsking) writeProblem('')
    if (error instanceof OAuthError)
      throw new ExitError(error.kind === 'cancelled' ? 130 : 1, failure(error, title))
    throw error
  } finally {
    process.off('SIGINT', interrupt)
    stop.abort()
  }
}

/** Until the browser is back, or somebody pasted what it showed. */
const takePasted = async (
  paste: (text: string) => boolean,
  { stop, warn, env }: Pick<AuthContext, 'warn' | 'env'> & { readonly stop: AbortController },
): Promise<void> => {
  try {
    for (;;) {
      const text = await askLine(await inUiLanguage(answerText('paste_code'), env), stop.signal)
      if (paste(text)) return
      warn(noteText('not_a_code'))
    }
  } catch (error) {
    if (!(error instanceof Cancelled)) throw error
    stop.abort()
  }
}

const failure = ({ kind, message }: OAuthError, title: string): LocalizedText => {
  switch (kind) {
    case 'cancelled':
      return accountText('canceled')
    case 'ended':
      return accountText('sign_in_ended', { said: message })
    case 'refused':
      return accountText('sign_in_refused', { title, said: message })
    case 'network':
      return accountText('sign_in_network', { title, said: message })
    case 'setup':
      return accountText('sign_in_setup', { title, said: message })
  }
}
