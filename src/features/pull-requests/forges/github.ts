import { field, numberField, textField } from '../../../lib/values/read-field.ts'
import type { Check, Remark, Snapshot } from '../snapshot.ts'
import { type Asking, type Forge, idOf, text } from './forge.ts'

const PASSED = ['success']
const NEUTRAL = ['neutral', 'skipped']

/** The REST API of GitHub, version 2022-11-28. */
export const github: Forge = {
  async read(at) {
    const { client, signal } = at
    const [pull, remarks] = [await client.json(pathOf(at), signal), await remarksOf(at)]
    const head = field(pull, 'head')
    const sha = text(head, 'sha')
    const repository = textField(field(head, 'repo'), 'full_name')
    const branch = text(head, 'ref')
    const isMerged = field(pull, 'merged') === true
    const checks = sha === '' ? [] : await checksOf(at, sha)
    return {
      title: text(pull, 'title'),
      state: isMerged ? 'merged' : text(pull, 'state') === 'closed' ? 'closed' : 'open',
      head: {
        sha,
        branch,
        ...(repository === undefined ? {} : { repository }),
        gone: repository === undefined || (await isGone(at, repository, branch)),
      },
      base: text(field(pull, 'base'), 'ref'),
      checks,
      remarks,
    } satisfies Snapshot
  },
  async answer({ client, address, signal }, { text: body, thread }) {
    const { repository, number } = address
    const path =
      thread === undefined
        ? `/repos/${repository}/issues/${number}/comments`
        : `/repos/${repository}/pulls/${number}/comments/${encodeURIComponent(thread)}/replies`
    const kind = thread === undefined ? 'comment' : 'line'
    return `${kind}-${idOf(field(await client.post(path, { body }, signal), 'id')) ?? ''}`
  },
  logPath: ({ repository }, log) => `/repos/${repository}/actions/jobs/${encodeURIComponent(log)}/logs`,
  async wasForced({ client, address, signal }, from, to) {
    const compared = await client.find(`/repos/${address.repository}/compare/${from}...${to}`, signal)
    const status = textField(compared, 'status')
    return status === undefined ? undefined : status === 'diverged' || status === 'behind'
  },
  headRef: number => `refs/pull/${number}/head`,
}

const pathOf = ({ address: { repository, number } }: Asking): string => `/repos/${repository}/pulls/${number}`

const isGone = async ({ client, signal }: Asking, repository: string, branch: string): Promise<boolean> =>
  (await client.find(`/repos/${repository}/branches/${encodeURIComponent(branch)}`, signal)) === undefined

const checksOf = async ({ client, address, signal }: Asking, sha: string): Promise<readonly Check[]> => {
  const commit = `/repos/${address.repository}/commits/${sha}`
  const runs = await client.list(`${commit}/check-runs?per_page=100`, signal, 'check_runs')
  const statuses = await client.list(`${commit}/status?per_page=100`, signal, 'statuses')
  return [...runs.map(runOf), ...statuses.map(statusOf)]
}

const runOf = (run: unknown): Check => {
  const conclusion = text(run, 'conclusion')
  const output = field(run, 'output')
  const about = [textField(output, 'title'), textField(output, 'summary')].filter(each => each).join('\n')
  const url = textField(run, 'html_url')
  const log = textField(field(run, 'app'), 'slug') === 'github-actions' ? idOf(field(run, 'id')) : undefined
  return {
    name: text(run, 'name'),
    state:
      text(run, 'status') !== 'completed'
        ? 'pending'
        : PASSED.includes(conclusion)
          ? 'passed'
          : NEUTRAL.includes(conclusion)
            ? 'neutral'
            : 'failed',
    ...(about === '' ? {} : { about }),
    ...(url === undefined ? {} : { url }),
    ...(log === undefined ? {} : { log }),
  }
}

const statusOf = (status: unknown): Check => {
  const [state, about, url] = [
    text(status, 'state'),
    textField(status, 'description'),
    textField(status, 'target_url'),
  ]
  return {
    name: text(status, 'context'),
    state: state === 'success' ? 'passed' : state === 'pending' ? 'pending' : 'failed',
    ...(about ? { about } : {}),
    ...(url ? { url } : {}),
  }
}

const VERDICTS: Readonly<Record<string, Remark['verdict']>> = {
  APPROVED: 'approved',
  CHANGES_REQUESTED: 'changes requested',
  DISMISSED: 'dismissed',
}

const remarksOf = async (at: Asking): Promise<readonly Remark[]> => {
  const { client, address, signal } = at
  const comments = `/repos/${address.repository}/issues/${address.number}/comments?per_page=100`
  const [reviews, lines, whole] = [
    await client.list(`${pathOf(at)}/reviews?per_page=100`, signal),
    await client.list(`${pathOf(at)}/comments?per_page=100`, signal),
    await client.list(comments, signal),
  ]
  return [
    ...reviews.flatMap(reviewOf),
    ...lines.map(lineOf),
    ...whole.map(each => ({ id: `comment-${idOf(field(each, 'id'))}`, ...said(each) })),
  ]
}

const said = (remark: unknown): Pick<Remark, 'by' | 'text'> => ({
  by: text(field(remark, 'user'), 'login'),
  text: text(remark, 'body'),
})

/** A review that says nothing by itself only holds remarks on lines. */
const reviewOf = (review: unknown): readonly Remark[] => {
  const verdict = VERDICTS[text(review, 'state')]
  const words = said(review)
  if (text(review, 'state') === 'PENDING' || (verdict === undefined && words.text === '')) return []
  return [{ id: `review-${idOf(field(review, 'id'))}`, ...words, ...(verdict ? { verdict } : {}) }]
}

const lineOf = (comment: unknown): Remark => {
  const line = numberField(comment, 'line') ?? numberField(comment, 'original_line')
  const id = idOf(field(comment, 'id')) ?? ''
  return {
    id: `line-${id}`,
    ...said(comment),
    place: line === undefined ? text(comment, 'path') : `${text(comment, 'path')}:${line}`,
    thread: idOf(field(comment, 'in_reply_to_id')) ?? id,
  }
}
