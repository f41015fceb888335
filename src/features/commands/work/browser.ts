import type { Command, CommandOutcome } from '../../../protocol/command.ts'
import { headerOf } from '../../../protocol/messages/commands/table-cells.ts'
import { workAnswer } from '../../../protocol/messages/commands/work.ts'
import type { LocalizedText } from '../../../protocol/messages/localized-text.ts'
import { table } from '../../../protocol/messages/table.ts'
import { OpError } from '../../../protocol/op.ts'
import type { BrowserOpAction, BrowserState } from '../../../protocol/tools/browser.ts'
import { RULE_NAMES } from '../../../protocol/tools/rule-names.ts'
import { shownLines } from '../answer.ts'
import { described } from '../described.ts'

const ACTIONS: readonly string[] = ['on', 'off', 'stop', 'window', 'hide'] satisfies BrowserOpAction[]

export const browserCommand: Command = {
  ...described('browser', ['chrome']),
  group: 'work',
  headless: true,
  beside: true,
  async run(args, { engine }): Promise<CommandOutcome> {
    const [word = '', host, ...more] = args.split(/\s+/).filter(each => each !== '')
    if (word === 'allow' && host !== undefined && more.length === 0) {
      await engine.send({ type: 'update_permissions', updates: [ruleFor(host)] })
      return shownLines([workAnswer('browser_allowed', { rule: `${RULE_NAMES.browser}(domain:${host})` })])
    }
    if (word !== '' && (host !== undefined || !ACTIONS.includes(word)))
      throw new OpError(workAnswer('browser_takes'))
    if (word !== '') await engine.send({ type: 'browser', action: word as BrowserOpAction })
    return shownLines(sayState(await engine.query('browser')))
  },
}

/** What a site is called in a rule; an address of this machine is opened by nothing else. */
const ruleFor = (host: string) => {
  if (!/^(?:\*\.)?[a-z\d-]+(?:\.[a-z\d-]+)*$|^\[[\da-f:.]+\]$/i.test(host))
    throw new OpError(workAnswer('browser_host', { host }))
  return {
    type: 'addRules',
    rules: [{ toolName: RULE_NAMES.browser, ruleContent: `domain:${host.toLowerCase()}` }],
    behavior: 'allow',
    destination: 'session',
  } as const
}

const sayState = ({
  on,
  running,
  window,
  enclosed,
  tabs,
  downloads,
}: BrowserState): readonly LocalizedText[] => [
  workAnswer(on ? (running ? 'browser_runs' : 'browser_on') : 'browser_off'),
  ...(window ? [workAnswer('browser_window')] : []),
  ...(enclosed ? [] : [workAnswer('browser_open')]),
  ...(tabs.length === 0
    ? []
    : [
        table(
          headerOf('', 'id', 'name', 'address'),
          tabs.map(tab => [tab.current ? '*' : '', String(tab.number), tab.title, tab.url]),
        ),
      ]),
  ...(downloads === undefined ? [] : [workAnswer('browser_downloads', { path: downloads })]),
]
