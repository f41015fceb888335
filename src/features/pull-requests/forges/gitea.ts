import { field, numberField, textField } from '../../../lib/values/read-field.ts'
import type { Check, Remark, Snapshot } from '../snapshot.ts'
import { type Asking, type Forge, idOf, text } from './forge.ts'

const STATES: Readonly<Record<string, Check['state']>> = {
  success: 'passed',
  pending: 'pending',
  warning: 'neutral',
  skipped: 'neutral',
}

/** The API of Gitea and Forgejo, version 1. */
export const gitea: Forge = {
  async read(at) {
    const { client, signal } = at
    const pull = await client.json(pathOf(at), signal)
    const head = field(pull, 'head')
    const sha = text(head, 'sha')
    const repository = textField(field(head, 'repo'), 'full_name')
    const branch = text(head, 'ref')
    return {
      title: text(pull, 'title'),
      state: field(pull, 'merged') === true ? 'merged' : text(pull, 'state') === 'closed' ? 'closed' : 'open',
      head: {
        sha,
        branch,
        ...(repository === undefined ? {} : { repository }),
        gone: repository === undefined || (await isGone(at, repository, branch)),
      },
      base: text(field(pull, 'base'), 'ref'),
      checks: sha === '' ? [] : await checksOf(at, sha),
      remarks: await remarksOf(at),
    } satisfies Snapshot
  },
  // There is no way to answer below a remark on a line.
  async answer({ client, address: { repository, number }, signal }, { text: body }) {
    const answer = await client.post(`/repos/${repository}/issues/${number}/comments`, { body }, signal)
    return `comment-${idOf(field(answer, 'id')) ?? ''}`
  },
  logPath: ({ repository }, log) => `/repos/${repository}/actions/jobs/${encodeURIComponent(log)}/logs`,
  headRef: number => `refs/pull/${number}/head`,
}

const pathOf = ({ address: { repository, number } }: Asking): string => `/repos/${repository}/pulls/${number}`

const isGone = async ({ client, signal }: Asking, repository: string, branch: string): Promise<boolean> =>
  (await client.find(`/repos/${repository}/branches/${encodeURIComponent(branch)}`, signal)) === undefined

/** Statuses of its own actions name the job in their address; of any other there is no log here. */
const JOB = /\/actions\/runs\/\d+\/jobs\/(\d+)$/

const checksOf = async ({ client, address, signal }: Asking, sha: string): Promise<readonly Check[]> => {
  const path = `/repos/${address.repository}/commits/${sha}/status?limit=50`
  const statuses = await client.list(path, signal, 'statuses')
  return statuses.map(status => {
    const [about, url] = [textField(status, 'description'), textField(status, 'target_url')]
    const log = JOB.exec(url ?? '')?.[1]
    return {
      name: text(status, 'context'),
      state: STATES[text(status, 'status') || text(status, 'state')] ?? 'failed',
      ...(about ? { about } : {}),
      ...(url ? { url } : {}),
      ...(log === undefined ? {} : { log }),
    }
  })
}

const VERDICTS: Readonly<Record<string, Remark['verdict']>> = {
  APPROVED: 'approved',
  REQUEST_CHANGES: 'changes requested',
}

const remarksOf = async (at: Asking): Promise<readonly Remark[]> => {
  const { client, address, signal } = at
  const reviews = await client.list(`${pathOf(at)}/reviews?limit=50`, signal)
  const whole = await client.list(`/repos/${address.repository}/issues/${address.number}/comments`, signal)
  const found: Remark[] = whole.map(each => ({ id: `comment-${idOf(field(each, 'id'))}`, ...said(each) }))
  for (const review of reviews) {
    const id = idOf(field(review, 'id'))
    if (id === undefined || text(review, 'state') === 'PENDING') continue
    const verdict = VERDICTS[text(review, 'state')]
    if (verdict !== undefined || text(review, 'body') !== '')
      found.push({ id: `review-${id}`, ...said(review), ...(verdict ? { verdict } : {}) })
    if (numberField(review, 'comments_count') === 0) continue
    const lines = await client.list(`${pathOf(at)}/reviews/${id}/comments`, signal)
    found.push(...lines.map(lineOf))
  }
  return found
}

const said = (remark: unknown): Pick<Remark, 'by' | 'text'> => ({
  by: text(field(remark, 'user'), 'login'),
  text: text(remark, 'body'),
})

const lineOf = (comment: unknown): Remark => {
  const line = numberField(comment, 'line') ?? numberField(comment, 'position')
  const path = text(comment, 'path')
  return {
    id: `line-${idOf(field(comment, 'id'))}`,
    ...said(comment),
    place: line === undefined ? path : `${path}:${line}`,
  }
}
