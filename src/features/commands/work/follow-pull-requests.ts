import { escapeProse } from '../../../lib/escape-text.ts'
import type { PullRequestCommands } from '../../../protocol/agents/pull-requests.ts'
import type { CommandHost, CommandOutcome } from '../../../protocol/command.ts'
import { headerOf } from '../../../protocol/messages/commands/table-cells.ts'
import { workAnswer } from '../../../protocol/messages/commands/work.ts'
import { lines } from '../../../protocol/messages/layout.ts'
import type { LocalizedText } from '../../../protocol/messages/localized-text.ts'
import { table } from '../../../protocol/messages/table.ts'
import { OpError } from '../../../protocol/op.ts'
import { paragraphs, shown } from '../answer.ts'

const VERBS = ['follow', 'unfollow', 'allow', 'send', 'drop'] as const

/** What `/pr` does with pull requests that are there; undefined: the words are for a new one. */
export const followPullRequests = async (
  args: string,
  host: Pick<CommandHost, 'pullRequests' | 'ownerOnly'>,
): Promise<CommandOutcome | undefined> => {
  const [verb = '', which, ...more] = args.trim().split(/\s+/)
  if (verb === 'list' && which === undefined) return shown(listed(on(host.pullRequests)))
  const known = VERBS.find(each => each === verb)
  if (known === undefined || which === undefined || more.length > 0) return undefined
  // The token of the person goes out with it, or their word.
  host.ownerOnly()
  return shown(await act(known, which, on(host.pullRequests)))
}

const on = (pullRequests: PullRequestCommands | undefined): PullRequestCommands => {
  if (!pullRequests) throw new OpError(workAnswer('pr_off'))
  return pullRequests
}

const act = async (
  verb: (typeof VERBS)[number],
  which: string,
  pullRequests: PullRequestCommands,
): Promise<LocalizedText> => {
  switch (verb) {
    case 'follow':
    case 'unfollow':
    case 'allow': {
      const { name, title } = await pullRequests[verb](which)
      return workAnswer(`pr_${verb}`, { name, title: escapeProse(title, 80) })
    }
    case 'send':
    case 'drop': {
      const { id, name } = await pullRequests[verb](which)
      return workAnswer(`pr_${verb}`, { id, name })
    }
  }
}

const listed = (pullRequests: PullRequestCommands): LocalizedText => {
  const [all, drafts] = [pullRequests.list(), pullRequests.drafts()]
  if (all.length === 0 && drafts.length === 0) return workAnswer('pr_none')
  const rows = all.map(({ name, state, checks, title }) => [name, state, checks, escapeProse(title, 50)])
  return paragraphs([
    ...(rows.length === 0 ? [] : [table(headerOf('pull_request', 'state', 'checks', 'title'), rows)]),
    ...drafts.map(({ id, name, text }) =>
      lines([workAnswer('pr_draft', { id, name }), escapeProse(text, 500)]),
    ),
  ])
}
