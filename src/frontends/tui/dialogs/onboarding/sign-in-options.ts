import { inOneLine, namesAfter } from '../../../../lib/text/written-signs.ts'
import type { LocalServer, SignInChoice } from '../../ports/onboarding-port.ts'
import type { Words } from '../../text/words.ts'
import { safeLine } from '../../transcript/safe-text.ts'
import type { Option } from '../../widgets/widget-props.ts'

export type SignInOption =
  | { readonly kind: 'first' | 'others' | 'again' | 'demo' | 'leave' }
  | { readonly kind: 'server'; readonly server: LocalServer }

/** What somebody without credentials can do, with the servers found so far. */
export const signInOptions = (
  {
    servers,
    searching,
    providers: [first, ...others],
    again = false,
  }: {
    readonly servers: readonly LocalServer[]
    readonly searching: boolean
    readonly providers: readonly [SignInChoice, ...SignInChoice[]]
    /** A session is behind it: to leave goes back there. */
    readonly again?: boolean
  },
  words: Words['dialogs'],
): readonly Option<SignInOption>[] => {
  const none: Option<SignInOption> = searching
    ? { value: { kind: 'again' }, label: words.searching, disabled: true }
    : { value: { kind: 'again' }, label: words.noServer, detail: words.noServerDetail, disabled: true }
  const usable = servers.some(({ usable, models }) => usable && models.length > 0)
  const all: readonly Option<SignInOption>[] = [
    { value: { kind: 'first' }, label: words.keyWay(safeLine(first.title)), detail: words.keyWayDetail },
    ...othersOption(others, words),
    ...(servers.length === 0 ? [none] : servers.map(server => serverOption(server, words))),
    ...(searching || usable ? [] : [{ value: { kind: 'again' }, label: words.lookAgain } as const]),
    { value: { kind: 'demo' }, label: words.demoWay, detail: words.demoWayDetail },
    { value: { kind: 'leave' }, label: again ? words.closeLogin : words.leave },
  ]
  // Numbers are for what can be chosen.
  let number = 0
  return all.map(option => (option.disabled ? option : { ...option, hotkey: String(++number) }))
}

const SOME = 3

const othersOption = (
  others: readonly SignInChoice[],
  words: Words['dialogs'],
): readonly Option<SignInOption>[] => {
  const some = others.slice(0, SOME).map(({ title }) => safeLine(title))
  return others.length === 0
    ? []
    : [
        {
          value: { kind: 'others' },
          label: words.otherWay,
          detail: words.otherWayDetail(namesAfter(words.otherWay, some)),
        },
      ]
}

const serverOption = (server: LocalServer, words: Words['dialogs']): Option<SignInOption> => {
  const name = safeLine(server.name)
  const value = { kind: 'server', server } as const
  if (!server.usable) return { value, label: words.mute(name), detail: words.muteDetail, disabled: true }
  if (server.models.length === 0)
    return { value, label: words.serverWay(name), detail: words.emptyServerDetail, disabled: true }
  return {
    value,
    label: words.serverWay(name),
    detail: inOneLine([server.baseUrl, words.models(server.models.length)]),
  }
}
