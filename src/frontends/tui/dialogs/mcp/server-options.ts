import { escapeLine, escapeProse } from '../../../../lib/escape-text.ts'
import { labelled, namesAfter } from '../../../../lib/text/written-signs.ts'
import type { ServerInfo } from '../../../../protocol/extensions/server.ts'
import type { Localize } from '../../../../protocol/messages/localized-text.ts'
import type { ServerAction } from '../../../../protocol/op.ts'
import type { Words } from '../../text/words.ts'
import type { Option } from '../../widgets/widget-props.ts'

type ServerWords = Words['panels']['servers']

const MARKS: Readonly<Record<ServerInfo['state'], string>> = {
  connected: '●',
  ready: '○',
  failed: '✗',
  'needs-auth': '!',
  pending: '…',
  disabled: '–',
  unapproved: '?',
}

/** Those that want something of the person first. */
export const serverOptions = (
  servers: readonly ServerInfo[],
  words: ServerWords,
  localize: Localize,
): readonly Option<ServerInfo>[] =>
  servers
    .toSorted((a, b) => order(a) - order(b))
    .map(server => ({
      value: server,
      label: `${MARKS[server.state]} ${escapeLine(server.name, 60)}`,
      detail: [
        words.states[server.state],
        ...(server.tools.length > 0 ? [words.tools(server.tools.length)] : []),
        ...(server.error === undefined ? [] : [escapeProse(localize(server.localized ?? server.error), 120)]),
      ].join(' · '),
    }))

const ORDER: readonly ServerInfo['state'][] = ['unapproved', 'needs-auth', 'failed']

const order = ({ state }: ServerInfo): number => {
  const at = ORDER.indexOf(state)
  return at < 0 ? ORDER.length : at
}

/** What can be done to a server as it is now. */
export const actionsFor = ({ state, canSignIn }: ServerInfo): readonly ServerAction[] => {
  if (state === 'unapproved') return ['approve', 'decline']
  if (state === 'disabled') return ['enable']
  if (state === 'needs-auth') return ['sign_in', 'reconnect', 'disable']
  return ['reconnect', ...(canSignIn ? (['sign_in', 'sign_out'] as const) : []), 'disable']
}

/** All that is known of it, one line each. */
export const serverLines = (
  server: ServerInfo,
  words: ServerWords,
  localize: Localize,
): readonly string[] => {
  const { state, error, localized, where, file, tools, prompts, transport } = server
  const line = (name: string, text: string): string => labelled(name, escapeProse(text, 300))
  return [
    line(words.state, words.states[state]),
    line(transport === 'stdio' ? words.where : words.address, where),
    ...(file === undefined ? [] : [line(words.file, file)]),
    ...(error === undefined ? [] : [line(words.problem, localize(localized ?? error))]),
    ...(tools.length === 0
      ? []
      : [
          line(
            words.toolList,
            namesAfter(
              words.toolList,
              tools.map(({ name }) => name),
            ),
          ),
        ]),
    ...(prompts.length === 0 ? [] : [line(words.prompts, namesAfter(words.prompts, prompts))]),
  ]
}
